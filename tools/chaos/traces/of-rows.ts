import type { Row, RowChange } from './record.ts';
import { FINALS, type Final, type Reading, type Seen, type TraceWriter } from './trace.ts';

/** What one transaction changed of one purchase. */
export interface TransactionStep {
  /** Microseconds since 1970. */
  readonly at: number;
  readonly changes: readonly RowChange[];
  /** How often the transaction ended the hold, by what it took from the held balance: exactly once, if all is well. */
  readonly holdsEnded: number;
}

/** The times that matter to a purchase, in milliseconds since 1970. */
export interface Deadlines {
  readonly cutoff: number;
  readonly settleBy: number;
  readonly resolveBy: number;
}

/** What is known about a purchase before its trace is written. */
export interface Known {
  readonly deadlines: Deadlines;
  /** The first signed callback that was handled as a delivery; null if there is none. */
  readonly callback: unknown;
}

/** The clock of the model at a time. */
function readingOf({ cutoff, settleBy, resolveBy }: Deadlines, ms: number): Reading {
  if (ms < cutoff) return 0;
  if (ms < settleBy) return 1;
  return ms < resolveBy ? 2 : 3;
}

/** Adds a transaction to a trace. */
export function writeTransaction(trace: TraceWriter, step: TransactionStep, known: Known): void {
  const { changes } = step;
  let next = trace.seen;
  for (const change of changes) next = applyChange(next, change, known);
  next = { ...next, released: trace.seen.released + releasesIn(step) };
  const isByHand = changes.some(({ table }) => table === 'audit_log');
  const what = isByHand && next.status === 'failed' && !next.late ? 'by_hand' : 'change';
  const clock = clockOf(changes, known.deadlines);
  // Two reports that one transaction booked: the purchase times out, and then turns out to be delivered.
  if (next.late && !trace.seen.late && next.lateInq === 'open' && trace.seen.lateInq === 'none') {
    trace.change({ ...next, late: false }, clock, what);
    trace.change(next, clock);
  } else trace.change(next, clock, what);
}

/** A purchase that failed has released its hold. One that was delivered has used it up, so what is ended beyond that was released. */
function releasesIn({ changes, holdsEnded }: TransactionStep): number {
  const isCaptured = changes.some((change) => endsHold(change) && change.row.status !== 'failed');
  return isCaptured ? holdsEnded - 1 : holdsEnded;
}

/** Whether a purchase stops being pending. */
export function endsHold({ table, was, row }: RowChange): boolean {
  return table === 'purchases' && was?.status === 'pending' && row.status !== 'pending';
}

function applyChange(seen: Seen, { table, was, row }: RowChange, { deadlines, callback }: Known): Seen {
  const timeliness = () => (timeIn(row.received_at) < deadlines.resolveBy ? 'timely' : 'late');
  switch (table) {
    case 'purchases':
      return { ...seen, status: statusIn(row) };
    case 'submissions':
      return { ...seen, fence: withFence(seen.fence, row) };
    case 'confirmations':
      return { ...seen, conf: timeliness() };
    case 'gateway_callbacks':
      if (row.id !== callback) return seen;
      return { ...seen, cb: row.handled_at === null ? timeliness() : 'handled' };
    case 'late_confirmations':
      return { ...seen, late: true };
    case 'late_inquiries':
      return { ...seen, lateInq: row.ended_at === null ? 'open' : 'ended' };
    case 'statement_lines':
      return row.type === 'purchase'
        ? { ...seen, captured: seen.captured + 1 }
        : { ...seen, refunded: seen.refunded + 1 };
    case 'events': {
      const final = finalIn(String(row.type).slice('purchase.'.length));
      return { ...seen, events: { ...seen.events, [final]: seen.events[final] + (was === null ? 1 : 0) } };
    }
    default:
      return seen;
  }
}

function withFence(fence: Seen['fence'], { attempt, outcome }: Row): Seen['fence'] {
  const rows = [...fence];
  while (rows.length < Number(attempt)) rows.push('none');
  rows[Number(attempt) - 1] = outcome === 'not_submitted' ? 'not_submitted' : 'open';
  return rows;
}

/** When what a transaction did was decided. Of a confirmation, only the time of its receipt matters. */
function clockOf(changes: readonly RowChange[], deadlines: Deadlines): Reading | null {
  for (const { table, was, row } of changes) {
    if (table === 'purchases') {
      const at = was === null ? row.created_at : (row.reversed_at ?? row.completed_at);
      return readingOf(deadlines, timeIn(at));
    }
    if (table === 'submissions' && was === null) return readingOf(deadlines, timeIn(row.sent_at));
  }
  return null;
}

function statusIn({ status }: Row): Seen['status'] {
  return status === 'pending' ? 'pending' : finalIn(String(status));
}

function finalIn(text: string): Final {
  const final = FINALS.find((one) => one === text);
  if (final === undefined) throw new TypeError(`no final state ${text}`);
  return final;
}

/** Milliseconds since 1970. */
export function timeIn(value: unknown): number {
  const ms = Date.parse(String(value));
  if (Number.isNaN(ms)) throw new TypeError(`no time: ${String(value)}`);
  return ms;
}
