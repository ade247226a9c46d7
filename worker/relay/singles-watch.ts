import { type Lead, ROWS_AT_FIRST, rowLead, rowsBeside } from '../../domain/network/row-lead.ts';

/** Whether single purchases come, and how long they wait: shared by all queues of a process, which share its processors. */
export interface SinglesWatch {
  /** Some were admitted. */
  came(): void;
  /** One of them came to its first send, so long after. */
  waited(ms: number): void;
  /** How far rows of batches may go ahead now. */
  rowLead(): Lead;
}

/** `now` counts milliseconds from any beginning. */
export function createSinglesWatch(now: () => number = () => performance.now()): SinglesWatch {
  let lastAt = Number.NEGATIVE_INFINITY;
  let rows = ROWS_AT_FIRST;
  return {
    came() {
      lastAt = now();
    },
    waited(ms) {
      rows = rowsBeside(rows, ms);
    },
    rowLead: () => rowLead(rows, now() - lastAt),
  };
}
