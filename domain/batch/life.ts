import type { MinorUnits } from '../money/money.ts';
import type { Batch, BatchOptions, BatchStatus, Pause, Rejection } from './batch.ts';
import { rejectFile } from './findings.ts';

/** Balance that is missing for the rows that still wait. */
export function computeShortfall(batch: Pick<Batch, 'status' | 'waitingCost' | 'available'>): MinorUnits {
  switch (batch.status) {
    case 'completed':
    case 'canceled':
    case 'rejected':
      return 0;
    default:
      return Math.max(0, batch.waitingCost - batch.available);
  }
}

/** What of the cost is not spent: cost = charged - refunded + held + the result. Negative where prices rose after the check. */
export function computeNotSpent({
  cost,
  charged,
  refunded,
  held,
}: Pick<Batch, 'cost' | 'charged' | 'refunded' | 'held'>): MinorUnits {
  return cost - charged + refunded - held;
}

export type BatchCommand = 'start' | 'pause' | 'resume' | 'cancel';

export type CommandVerdict =
  | { readonly kind: 'moves'; readonly to: 'running' | 'paused' | 'canceled' }
  /** It is there already: a repeated command does no harm. */
  | { readonly kind: 'already' }
  | { readonly kind: 'refused' };

const COMMANDS = {
  start: { from: ['ready'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['ready', 'running', 'paused'], to: 'canceled' },
} as const satisfies Record<BatchCommand, { from: readonly BatchStatus[]; to: BatchStatus }>;

/**
 * What a command does to a batch in this status. A pause for want of balance, or at a spending limit, ends by itself, so a
 * client's own pause comes on top of it.
 */
export function judgeCommand(
  status: BatchStatus,
  command: BatchCommand,
  paused: Pause['code'] | null,
): CommandVerdict {
  const endsByItself = paused === 'insufficient_balance' || paused === 'spending_limit';
  if (command === 'pause' && endsByItself) return { kind: 'moves', to: 'paused' };
  const { from, to } = COMMANDS[command];
  const sources: readonly BatchStatus[] = from;
  if (sources.includes(status)) return { kind: 'moves', to };
  return status === to ? { kind: 'already' } : { kind: 'refused' };
}

/** The commands that a status allows, as the end of a sentence: `start or cancel`. */
export function listCommands(status: BatchStatus): string {
  const allowed = Object.entries(COMMANDS).flatMap(([command, { from }]) => {
    const sources: readonly BatchStatus[] = from;
    return sources.includes(status) ? [command] : [];
  });
  return allowed.length === 0 ? 'no command' : allowed.join(' or ');
}

/** The result of reading a file to its last byte. */
export interface ValidationTotals {
  readonly rows: number;
  readonly invalid: number;
  /** Of the invalid rows, those that only lack a choice of their bundle. */
  readonly unclear: number;
  /** Duplicates that are not bought. */
  readonly heldBack: number;
  /** Why the file is unusable, if it is. */
  readonly rejection: Rejection | null;
  /** Whether the client must decide on corrected numbers first. */
  readonly undecided: boolean;
  /** Whether it may not start by itself: its cost is above the account's limit for one campaign, or needs approval. */
  readonly mustWait: boolean;
}

export type ValidatedStatus =
  | { readonly status: 'ready' | 'running' }
  | { readonly status: 'rejected'; readonly rejection: Rejection };

/**
 * Decides where a batch goes from `validating`. A file that would buy nothing is rejected: its reference stays free. But people can
 * choose the bundles of a file that waits for its start.
 */
export function statusAfterValidation(
  { rows, invalid, unclear, heldBack, rejection, undecided, mustWait }: ValidationTotals,
  { start, onInvalid }: Pick<BatchOptions, 'start' | 'onInvalid'>,
): ValidatedStatus {
  if (rejection !== null) return { status: 'rejected', rejection };
  if (rows === 0) {
    return rejected(rejectFile('no_rows', {}));
  }
  const mayBecomeValid = start === 'manual' && unclear > 0;
  if (invalid === rows && !mayBecomeValid) {
    return rejected(rejectFile('no_valid_rows', {}));
  }
  if (invalid + heldBack === rows && !mayBecomeValid) {
    return rejected(rejectFile('no_rows_left', { held: heldBack, rows }));
  }
  if (invalid > 0 && onInvalid === 'reject') {
    return rejected(rejectFile('invalid_rows', { invalid, rows }));
  }
  return { status: start === 'auto' && !undecided && !mustWait ? 'running' : 'ready' };
}

function rejected(rejection: Rejection): ValidatedStatus {
  return { status: 'rejected', rejection };
}
