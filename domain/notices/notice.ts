import type { Batch } from '../batch/batch.ts';
import { computeShortfall } from '../batch/life.ts';

/** What an account can be mailed about its batches. */
export const NOTICE_KINDS = ['ready', 'completed', 'paused', 'needs_money'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Most addresses per kind. */
export const NOTICE_ADDRESSES_MAX = 10;

/** A batch is mailed about again for the same kind and reason only after this time: one that pauses each minute sends one mail. */
export const NOTICE_QUIET_HOURS = 6;

/** What a notice says of its batch, as it was when it changed: counts, and money in minor units. No phone number. */
export interface NoticeFacts {
  readonly reference: string;
  readonly currency: string;
  readonly rows: number;
  readonly invalid: number;
  readonly waiting: number;
  readonly refused: number;
  readonly successful: number;
  readonly failed: number;
  readonly cost: number;
  readonly charged: number;
  readonly refunded: number;
  readonly held: number;
  readonly available: number;
  readonly shortfall: number;
  /** Null if it is not paused. */
  readonly pauseMessage: string | null;
}

export function toNoticeFacts(batch: Batch): NoticeFacts {
  const { reference, currency, counts, cost, charged, refunded, held, available, pause } = batch;
  const { rows, invalid, waiting, refused, successful, failed } = counts;
  return {
    ...{ reference, currency, rows, invalid, waiting, refused, successful, failed },
    ...{ cost, charged, refunded, held, available },
    shortfall: computeShortfall(batch),
    pauseMessage: pause?.message ?? null,
  };
}
