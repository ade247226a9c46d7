import { describe, expect, it } from 'vitest';
import type { PurchaseChange, Transaction } from '../../../tools/chaos/judge/changes.ts';
import { type Operation, toHistory } from '../../../tools/chaos/judge/history.ts';
import type { Answer } from '../../../tools/chaos/run/observed.ts';

const SECOND = 1_000_000;
const SKEW = 2_000;
const FUNDED: Transaction = { at: SECOND, purchases: [], balance: { available: 500, held: 0 } };
const ENDING = { sentAt: 90 * SECOND, endedAt: 91 * SECOND, available: 400, held: 100, purchases: [] };

function change(reference: string, became: string, more: Partial<PurchaseChange> = {}): PurchaseChange {
  return { id: `pur_${reference}`, reference, isConflict: false, price: 100, was: null, became, ...more };
}

function transaction(at: number, ...purchases: PurchaseChange[]): Transaction {
  return { at: at * SECOND, purchases, balance: { available: 0, held: 0 } };
}

function answer(reference: string, status: number | null, more: Partial<Answer> = {}): Answer {
  const span = { sentAt: 2 * SECOND, endedAt: 4 * SECOND };
  const base = { ...span, account: 0, isConflict: false, price: 100, code: null };
  const failure = { isUnexpected: false, requestId: null };
  return { ...base, ...failure, reference, status, purchaseId: null, purchaseStatus: null, ...more };
}

function historyOf(transactions: readonly Transaction[], answers: readonly Answer[] = []): Operation[] {
  const history = toHistory('acc_1', { answers, looks: [], balances: [] }, transactions, ENDING);
  return history.filter(({ op }) => op === 'change' || op === 'buy');
}

const partsOf = (history: readonly Operation[]) => history.flatMap(({ input }) => input.changes ?? []);

describe('the history of a run', () => {
  it('has what the system did, from its time to that of the next transaction', () => {
    const history = historyOf([FUNDED, transaction(3, change('row', 'pending'))]);
    expect(history).toMatchObject([
      {
        call: SECOND - SKEW,
        return: 3 * SECOND + SKEW,
        turn: 1,
        input: { changes: [{ kind: 'fund', amount: 500 }] },
      },
      {
        call: 3 * SECOND - SKEW,
        return: null,
        turn: 2,
        input: { changes: [{ kind: 'hold', reference: 'row' }] },
      },
    ]);
  });

  it('has a purchase of a client as its request, with the place that the server gave it', () => {
    const bought = transaction(3, change('r', 'pending'), change('row', 'pending'));
    const [, buy, rows] = historyOf([FUNDED, bought], [answer('r', 201, { purchaseId: 'pur_r' })]);
    expect(buy).toMatchObject({
      op: 'buy',
      call: 2 * SECOND,
      return: 4 * SECOND,
      turn: 2,
      output: { kind: 'accepted' },
    });
    expect(rows).toMatchObject({ op: 'change', turn: 3, input: { changes: [{ reference: 'row' }] } });
    expect(rows?.input.changes).toHaveLength(1);
  });

  it('gives a request without an answer a place only if its body was bought', () => {
    const answers = [answer('r', null), answer('r', null, { isConflict: true }), answer('s', null)];
    const buys = historyOf([FUNDED, transaction(3, change('r', 'pending'))], answers).filter(
      ({ op }) => op === 'buy',
    );
    expect(buys.map(({ input, turn, output }) => [input.reference, input.body, turn, output])).toEqual([
      ['r', 'usual', 2, null],
      ['r', 'other', undefined, null],
      ['s', 'usual', undefined, null],
    ]);
    expect(buys.every((buy) => buy.return === null)).toBe(true);
  });

  it.each([
    ['pending', 'successful', ['capture']],
    ['pending', 'failed', ['release']],
    ['pending', 'reversed', ['capture', 'refund']],
    ['successful', 'reversed', ['refund']],
    [null, 'pending', ['hold']],
  ])('a purchase from %s to %s', (was, became, kinds) => {
    const history = historyOf([transaction(3, change('r', became, { was }))]);
    expect(partsOf(history).map(({ kind }) => kind)).toEqual(kinds);
  });

  it.each([
    [201, null, 'accepted'],
    [200, null, 'replayed'],
    [409, 'reference_conflict', 'conflict'],
    [402, 'insufficient_balance', 'insufficient'],
    [422, 'bundle_unavailable', 'refused'],
    [503, 'network_unavailable', 'unavailable'],
    [429, null, 'unavailable'],
  ])('an answer with %d %s is %s', (status, code, kind) => {
    const [buy] = historyOf([], [answer('r', status, { code })]);
    expect(buy?.output?.kind).toBe(kind);
  });

  it('ends with what is there', () => {
    const history = toHistory('acc_1', { answers: [], looks: [], balances: [] }, [], {
      ...ENDING,
      purchases: [{ id: 'pur_r', reference: 'r', status: 'failed' }],
    });
    expect(history.map(({ op, output }) => [op, output])).toEqual([
      ['balance', { available: 400, held: 100 }],
      ['list', { purchases: { r: { id: 'pur_r', status: 'failed' } } }],
    ]);
  });
});
