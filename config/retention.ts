import { z } from 'zod';
import { KEPT_MONTHS_MIN } from '../domain/months/archive-plan.ts';
import { RETENTION_DAYS_MIN, type RetentionDays } from '../domain/privacy/retention.ts';

/** A period after which data leaves; 0 for never. */
const period = (min: number, max: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(max)
    .refine((length) => length === 0 || length >= min, { error: `must be 0, or from ${min} to ${max}` });

const Days = period(RETENTION_DAYS_MIN, 36_500);
/** Whole months before the current one. */
const Months = period(KEPT_MONTHS_MIN, 1_200).default(0);

const REQUESTS_DAYS_MAX = 90;

/** Days for which requests of clients are kept; 0 to record none. The API reads it too. */
export const REQUESTS_SETTING = {
  KEEP_REQUESTS_DAYS: z.coerce.number().int().min(0).max(REQUESTS_DAYS_MAX).default(7),
};

/** For how long a worker keeps data that is not part of the books. */
export const RETENTION_SETTINGS = {
  KEEP_CALLBACKS_DAYS: Days.default(90),
  KEEP_ANSWERS_DAYS: Days.default(30),
  KEEP_LOOKUPS_DAYS: Days.default(30),
  ...REQUESTS_SETTING,
};

/** The settings as the job reads them. */
export function toRetentionDays(config: {
  readonly KEEP_CALLBACKS_DAYS: number;
  readonly KEEP_ANSWERS_DAYS: number;
  readonly KEEP_LOOKUPS_DAYS: number;
  readonly KEEP_REQUESTS_DAYS: number;
}): RetentionDays {
  return {
    callbacks: config.KEEP_CALLBACKS_DAYS,
    answers: config.KEEP_ANSWERS_DAYS,
    lookups: config.KEEP_LOOKUPS_DAYS,
    requests: config.KEEP_REQUESTS_DAYS,
  };
}

/** The settings of `deploy/archive.ts`, beside the database. */
export function archiveEnvironment<T extends z.ZodType>(databaseUrl: T) {
  return z
    .object({
      DATABASE_URL: databaseUrl,
      ARCHIVE_DIR: z.string().min(1),
      KEEP_PURCHASES_MONTHS: Months,
      KEEP_EVENTS_MONTHS: Months,
    })
    .refine(keepsEventsNoLonger, {
      path: ['KEEP_EVENTS_MONTHS'],
      error: `must be ${KEPT_MONTHS_MIN} or more, and not more than KEEP_PURCHASES_MONTHS, if purchases are archived`,
    });
}

/** An erasure finds events by their purchases, so events leave before them or with them. */
function keepsEventsNoLonger(keep: {
  readonly KEEP_PURCHASES_MONTHS: number;
  readonly KEEP_EVENTS_MONTHS: number;
}): boolean {
  const { KEEP_PURCHASES_MONTHS: purchases, KEEP_EVENTS_MONTHS: events } = keep;
  return purchases === 0 || (events !== 0 && events <= purchases);
}
