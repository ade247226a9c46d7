import { describe, expect, it } from 'vitest';
import { toChanges } from '../../../tools/chaos/judge/accounts.ts';
import {
  judgeAnswers,
  judgeFailures,
  judgeLooks,
  type StoredPurchase,
} from '../../../tools/chaos/judge/answers.ts';
import { judgeBalances } from '../../../tools/chaos/judge/balances.ts';
import { judgeCampaigns, judgeWebhooks } from '../../../tools/chaos/judge/webhooks.ts';
import type { Answer, Look } from '../../../tools/chaos/run/observed.ts';

const BOUGHT: StoredPurchase = { id: 'pur_1', reference: 'r', status: 'successful', isConflict: false };
const SECOND = 1_000_000;

function answer(status: number | null, more: Partial<Answer> = {}): Answer {
  const isPurchase = status === 200 || status === 201;
  return {
    account: 0,
    sentAt: 0,
    endedAt: 1,
    reference: 'r',
    isConflict: false,
    price: 100,
    status,
    code: null,
    isUnexpected: false,
    requestId: null,
    purchaseId: isPurchase ? 'pur_1' : null,
    purchaseStatus: isPurchase ? 'pending' : null,
    ...more,
  };
}

describe('answers', () => {
  const accepted = answer(201);
  const conflict = { code: 'reference_conflict', isConflict: true };

  it.each([
    ['a purchase, a lost answer and a replay', [answer(null), answer(500), accepted, answer(200)], [BOUGHT]],
    ['a rejection', [answer(402)], []],
    ['a lost answer to a request that never arrived', [answer(null)], []],
    ['a conflict', [accepted, answer(409, conflict)], [BOUGHT]],
  ])('agree: %s', (_, answers, stored) => {
    expect(judgeAnswers(answers, stored)).toEqual([]);
  });

  it.each([
    ['a purchase that was answered with 201 is lost', [accepted], [], 'does not exist'],
    ['it has another id', [answer(201, { purchaseId: 'pur_2' })], [BOUGHT], 'and is pur_1'],
    ['two requests got 201', [accepted, accepted], [BOUGHT], '201 2 times'],
    ['a rejected purchase exists', [answer(402), answer(503)], [BOUGHT], 'every request for it was rejected'],
    ['a conflict got 200', [accepted, answer(200, { isConflict: true })], [BOUGHT], 'for another body'],
    [
      'a replay got 409',
      [accepted, answer(409, { ...conflict, isConflict: false })],
      [BOUGHT],
      'that was bought',
    ],
    ['409 for nothing', [answer(409, conflict)], [], 'does not exist'],
  ])('do not agree: %s', (_, answers, stored, words) => {
    expect(judgeAnswers(answers, stored).join()).toContain(words);
  });
});

it('a failure that is not explained is found', () => {
  const failed = answer(500, { isUnexpected: true, requestId: 'req_1' });
  expect(judgeFailures([answer(500), answer(201), failed])).toEqual([expect.stringContaining('req_1')]);
});

describe('look-ups', () => {
  const look = (status: string | null, sentAt: number): Look => ({
    account: 0,
    reference: 'r',
    sentAt,
    endedAt: sentAt + 1,
    found: status === null ? null : { id: 'pur_1', status, resolveBy: 10 * SECOND },
  });
  const judge = (looks: readonly Look[], stored: StoredPurchase, backMs = 0) =>
    judgeLooks(looks, { answers: [answer(201)], stored: [stored], backMs });

  it('agree if a purchase only moves forward', () => {
    const looks = [look('pending', 2), look('pending', 4), look('successful', 6), look('reversed', 8)];
    expect(judge(looks, { ...BOUGHT, status: 'reversed' })).toEqual([]);
  });

  it.each([
    ['an accepted purchase is not found', [look(null, 2)], 'was not found afterwards'],
    ['a purchase moves back', [look('successful', 2), look('pending', 4)], 'and later as pending'],
    ['it ends in another state', [look('failed', 2)], 'and later as successful'],
    ['it is pending too long', [look('pending', 11 * SECOND)], 'after its resolve_by'],
  ])('do not agree: %s', (_, looks, words) => {
    expect(judge(looks, BOUGHT).join()).toContain(words);
  });
});

it('a look-up agrees if the clock of deadlines had gone back', () => {
  const found = { id: 'pur_1', status: 'pending', resolveBy: 10 * SECOND };
  const looks = [{ account: 0, reference: 'r', sentAt: 12 * SECOND, endedAt: 13 * SECOND, found }];
  const around = { answers: [answer(201)], stored: [BOUGHT] };
  expect(judgeLooks(looks, { ...around, backMs: 3_000 })).toEqual([]);
  expect(judgeLooks(looks, { ...around, backMs: 1_000 })).toHaveLength(1);
});

describe('balances', () => {
  const changes = [
    { at: 1 * SECOND, available: 100, held: 0 },
    { at: 2 * SECOND, available: -30, held: 30 },
    { at: 3 * SECOND, available: -20, held: 20 },
    { at: 4 * SECOND, available: 0, held: -30 },
  ];
  const read = (seconds: number, available: number, held: number) => {
    const sentAt = seconds * SECOND;
    return { account: 0, sentAt, endedAt: sentAt + 1_000, available, held };
  };

  it('are explained by the ledger, also if a transaction commits long after it was dated', () => {
    expect(
      judgeBalances([read(1.5, 100, 0), read(2.5, 100, 0), read(2.9, 70, 30), read(5, 50, 20)], changes),
    ).toEqual([]);
  });

  it('are explained if transactions of the same millisecond came in another order', () => {
    const together = [changes[0], { ...changes[1], at: 2_000_500 }, { ...changes[2], at: 2_000_000 }].flatMap(
      (one) => (one?.at === undefined ? [] : [{ available: 0, held: 0, ...one, at: one.at }]),
    );
    expect(judgeBalances([read(2.001, 70, 30)], together)).toEqual([]);
  });

  it('are explained by what the triggers wrote, without the dates of the ledger', () => {
    const balances = [
      { at: SECOND, balance: { available: 100, held: 0 } },
      { at: 2 * SECOND, balance: null },
      { at: 2 * SECOND, balance: { available: 70, held: 30 } },
    ];
    const written = toChanges(balances.map((one) => ({ ...one, purchases: [] })));
    expect(written).toEqual(changes.slice(0, 2));
  });

  it.each([
    ['was never there', [read(2.5, 99, 0)]],
    ['comes too early', [read(1.5, 70, 30)]],
    ['is from the past', [read(5, 100, 0)]],
    ['is older than one that was read before', [read(2.5, 70, 30), read(2.7, 100, 0)]],
  ])('are not explained: one %s', (_, reads) => {
    expect(judgeBalances(reads, changes)).toHaveLength(1);
  });
});

describe('webhooks and campaigns', () => {
  const event = { id: 'evt_1', type: 'purchase.failed', subjectId: 'pur_1' };
  const webhook = { eventId: 'evt_1', type: 'purchase.failed', subjectId: 'pur_1' };
  const received = (...all: readonly (typeof webhook)[]) => ({
    webhooks: new Map(all.map((one) => [one.eventId, one])),
    before: all,
    forged: 0,
  });

  it('agree', () => {
    expect(judgeWebhooks(received(webhook), [event])).toEqual([]);
  });

  it('agree if an event was stored and received after the stored ones were read', () => {
    const later = { ...webhook, eventId: 'evt_2' };
    const { webhooks } = received(webhook, later);
    expect(judgeWebhooks({ ...received(webhook), webhooks }, [event])).toEqual([]);
  });

  it.each([
    ['an event was not received', received(), [event], 'never received'],
    [
      'it says something else',
      received({ ...webhook, type: 'purchase.successful' }),
      [event],
      'was received as',
    ],
    ['there is no such event', received(webhook), [], 'is no event'],
    ['a signature is not genuine', { ...received(), forged: 2 }, [], 'no genuine signature'],
  ])('do not agree: %s', (_, webhooks, events, words) => {
    expect(judgeWebhooks(webhooks, events).join()).toContain(words);
  });

  it('a campaign that buys after its cancellation is found', () => {
    const seen = { account: 0, reference: 'c', rows: 2, id: 'bat_1', canceledAt: 5 };
    const stored = { reference: 'c', status: 'canceled', lastBoughtAt: 4 };
    expect(judgeCampaigns([seen], [stored])).toEqual([]);
    expect(judgeCampaigns([seen], [{ ...stored, lastBoughtAt: 6 }])).toHaveLength(1);
    expect(judgeCampaigns([seen], [])).toHaveLength(1);
  });
});
