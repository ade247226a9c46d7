import type { BalanceSeen } from '../run/observed.ts';

/** A change of a balance, as the ledger dates it: microseconds since 1970. */
export interface BalanceChange {
  readonly at: number;
  readonly available: number;
  readonly held: number;
}

/** A moment at which one or more transactions changed the balance, and what can be read around it. */
interface Step {
  readonly at: number;
  /** The balance after it, and after each part of it, because transactions in one millisecond may come in any order. */
  readonly shows: readonly { readonly available: number; readonly held: number }[];
}

const MILLISECOND = 1_000;
/** Of the clocks: a client measures its request around what the server does. */
const SKEW = 2 * MILLISECOND;
/** Most transactions of one millisecond whose orders are tried. */
const PARTS_MAX = 10;

/**
 * Checks that every balance which a client read existed, in an order that fits the times of its reads. The ledger's own
 * order is known, because every change is dated under the account's lock: so a read is explained by a place in this order,
 * which may not be after the read ended, nor before the next change but one was dated, nor before the place of any read
 * that ended before this one was sent. That is linearizability of reads against a known order of writes.
 * @returns one sentence per balance that nothing explains
 */
export function judgeBalances(reads: readonly BalanceSeen[], changes: readonly BalanceChange[]): string[] {
  const steps = toSteps(changes);
  const ended: { endedAt: number; place: number }[] = [];
  const findings: string[] = [];
  for (const read of reads.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const least = ended.reduce(
      (most, { endedAt, place }) => (endedAt < read.sentAt ? Math.max(most, place) : most),
      0,
    );
    const place = steps.findIndex((step, at) => at >= least && isShown(steps, at, step, read));
    if (place === -1) {
      const when = new Date(read.sentAt / MILLISECOND).toISOString();
      findings.push(
        `the balance read at ${when}, available ${read.available} and held ${read.held}, never was`,
      );
    } else ended.push({ endedAt: read.endedAt, place });
  }
  return findings;
}

function isShown(steps: readonly Step[], index: number, step: Step, read: BalanceSeen): boolean {
  const next = steps[index + 2]?.at ?? Number.POSITIVE_INFINITY;
  if (step.at > read.endedAt + SKEW || next + SKEW < read.sentAt) return false;
  return step.shows.some(({ available, held }) => available === read.available && held === read.held);
}

/** Settlements are dated in whole milliseconds, so all changes of a millisecond are one step. */
function toSteps(changes: readonly BalanceChange[]): Step[] {
  const steps: Step[] = [{ at: 0, shows: [{ available: 0, held: 0 }] }];
  let balance = { available: 0, held: 0 };
  const sorted = changes.toSorted((a, b) => a.at - b.at);
  for (const [millisecond, together] of Map.groupBy(sorted, ({ at }) => Math.floor(at / MILLISECOND))) {
    const parts = [...Map.groupBy(together, ({ at }) => at).values()].map(sum);
    steps.push({ at: millisecond * MILLISECOND, shows: partial(balance, parts) });
    balance = add(balance, sum(parts));
  }
  return steps;
}

/** The balance after some of the parts, in any order. */
function partial(before: Money, parts: readonly Money[]): Money[] {
  if (parts.length > PARTS_MAX) return [add(before, sum(parts))];
  let shows: Money[] = [before];
  for (const part of parts) shows = [...shows, ...shows.map((shown) => add(shown, part))];
  // The balance before all parts belongs to the step before.
  return shows.slice(1);
}

interface Money {
  readonly available: number;
  readonly held: number;
}

function add(a: Money, b: Money): Money {
  return { available: a.available + b.available, held: a.held + b.held };
}

function sum(parts: readonly Money[]): Money {
  return parts.reduce(add, { available: 0, held: 0 });
}
