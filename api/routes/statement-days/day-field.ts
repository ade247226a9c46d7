import { z } from 'zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { countDays, isUtcDay, STATEMENT_DAYS_MAX, type UtcDay } from '../../../domain/money/statement.ts';
import { apiError } from '../../plugins/api-error.ts';

/** The day in a path. */
export const DayParams = z.object({
  date: z.string().meta({ description: 'The UTC day (YYYY-MM-DD).', examples: ['2026-11-20'] }),
});

/** An optional parameter that is a UTC day. */
export function DayField(description: string) {
  return z
    .string()
    .refine(isUtcDay, { error: FIELD_RULES.day })
    .optional()
    .meta({ format: 'date', description, examples: ['2026-11-20'] });
}

/**
 * The last day of a range that begins with `day`; without `to`, the range is this day.
 * @throws ApiError `field_invalid` if it is earlier, or the range is too long.
 */
export function readLastDay(day: UtcDay, to: string | undefined): UtcDay {
  if (to === undefined || !isUtcDay(to)) return day;
  const count = countDays(day, to);
  if (count >= 1 && count <= STATEMENT_DAYS_MAX) return to;
  const values = { field: 'to', rule: FIELD_RULES.last_day };
  throw apiError('field_invalid', { values, param: 'to' });
}

/** @throws ApiError `not_found` if the text is not a day of the calendar. */
export function readDay(text: string): UtcDay {
  if (!isUtcDay(text)) throw apiError('statement_unknown');
  return text;
}
