import { idFromUuid } from '../../domain/ids.ts';
import type { Recurrence } from '../../domain/recurrence/recurrence.ts';

/** Columns of recurrences as RecurrenceRow. */
export const COLUMNS = `id, account_id, reference, source_id, status, time_zone, minute, weekdays, month_days, ends_at, approved_cost, currency,
  duplicate_window_hours, next_run_at, created_at, key_id`;

/** A row of recurrences. */
export interface RecurrenceRow {
  readonly id: string;
  readonly account_id: string;
  readonly reference: string;
  readonly source_id: string;
  readonly status: Recurrence['status'];
  readonly time_zone: string;
  readonly minute: number;
  readonly weekdays: readonly number[];
  readonly month_days: readonly number[];
  readonly ends_at: Date | null;
  readonly approved_cost: number;
  readonly currency: string;
  readonly duplicate_window_hours: number;
  readonly next_run_at: Date | null;
  readonly created_at: Date;
  readonly key_id: string | null;
}

export function readRecurrence(row: RecurrenceRow): Recurrence {
  return {
    id: idFromUuid('rec', row.id),
    accountId: idFromUuid('acc', row.account_id),
    reference: row.reference,
    sourceId: idFromUuid('bat', row.source_id),
    status: row.status,
    calendar: {
      timeZone: row.time_zone,
      minute: row.minute,
      weekdays: row.weekdays,
      monthDays: row.month_days,
      endsAt: row.ends_at,
    },
    approvedCost: row.approved_cost,
    currency: row.currency,
    duplicateWindowHours: row.duplicate_window_hours,
    nextRunAt: row.next_run_at,
    createdAt: row.created_at,
    keyId: row.key_id === null ? null : idFromUuid('key', row.key_id),
  };
}
