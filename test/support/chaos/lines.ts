import type { Operation } from '../../../tools/chaos/judge/history.ts';

/** A line of a history, without its account. */
export type Line = Omit<Operation, 'account'>;

/** An operation between two times; null as the second for one without an answer. */
type At = readonly [call: number, ret: number | null];

const at = ([call, ret]: At) => ({ call, return: ret });
/** What each purchase costs. */
export const PRICE = 100;

/** A request to buy; null as its outcome for no answer. */
export function buy(
  when: At,
  reference: string,
  kind: string | null,
  more: { id?: string; body?: string } = {},
): Line {
  const { id = `pur_${reference}`, body = 'usual' } = more;
  const shown = kind === 'accepted' || kind === 'replayed' ? { kind, id } : { kind: kind ?? '' };
  return {
    ...at(when),
    op: 'buy',
    input: { reference, body, price: PRICE },
    output: kind === null ? null : shown,
  };
}

/** What the system did: with an amount, or to the purchase of a reference. */
export const system = (
  when: At,
  kind: 'fund' | 'capture' | 'release' | 'refund',
  of: string | number,
): Line => ({
  ...at(when),
  op: 'change',
  input: { changes: [typeof of === 'number' ? { kind, amount: of } : { kind, reference: of }] },
  output: {},
});
/** A balance that was shown. */
export const balance = (when: At, available: number, held: number): Line => ({
  ...at(when),
  op: 'balance',
  input: {},
  output: { available, held },
});
/** A look-up; null as its status if nothing was found. */
export const look = (when: At, reference: string, status: string | null, id = `pur_${reference}`): Line => ({
  ...at(when),
  op: 'look',
  input: { reference },
  output: status === null ? { kind: 'missing' } : { id, status },
});
/** A list that had these purchases, all pending. */
export const list = (when: At, ...references: string[]): Line => ({
  ...at(when),
  op: 'list',
  input: {},
  output: {
    purchases: Object.fromEntries(references.map((r) => [r, { id: `pur_${r}`, status: 'pending' }])),
  },
});

/** Enough for ten purchases. */
export const FUNDED = system([0, 1], 'fund', 1_000);
/** The first purchase. */
export const BOUGHT = buy([2, 4], 'r', 'accepted');
