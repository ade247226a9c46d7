import { expect, it } from 'vitest';
import { createDayPurchases } from '../../../tools/bench/mix/buy.ts';
import { ACCOUNTS, FAILING_ENDPOINTS, purchaseOfDay, SHARES } from '../../../tools/bench/mix/day.ts';
import { startReceivers } from '../../../tools/bench/mix/receivers.ts';

const PURCHASES = Array.from({ length: 1_000 }, (_, nth) => purchaseOfDay(nth));

it('has 70 % callbacks, 20 % in the answer, 8 % refused and 2 % unknown, in each hundred', () => {
  expect(SHARES).toEqual({ callback: 70, 'in the answer': 20, refused: 8, 'unknown at first': 2 });
  for (let from = 0; from < PURCHASES.length; from += 100) {
    const hundred = PURCHASES.slice(from, from + 100);
    for (const [ending, share] of Object.entries(SHARES))
      expect(hundred.filter((each) => each.ending === ending)).toHaveLength(share);
  }
});

it('mixes the kinds, so that ten in a row never have only one', () => {
  for (let from = 0; from + 10 <= PURCHASES.length; from += 10)
    expect(new Set(PURCHASES.slice(from, from + 10).map(({ ending }) => ending)).size).toBeGreaterThan(1);
});

it('gives each purchase a different number, which does what its kind says', () => {
  expect(new Set(PURCHASES.map(({ phone }) => phone)).size).toBe(PURCHASES.length);
  for (const { ending, phone } of PURCHASES) {
    expect(phone).toMatch(/^\+234\d{10}$/);
    expect(phone.endsWith('982')).toBe(ending === 'unknown at first');
    expect(/[4-9]02$/.test(phone)).toBe(ending === 'refused');
    expect(phone.startsWith('+234809')).toBe(ending === 'in the answer');
  }
});

it('has 5 % of its endpoints failing', () => {
  expect(FAILING_ENDPOINTS / ACCOUNTS).toBe(0.05);
});

const CLIENTS = Array.from({ length: ACCOUNTS }, (_, nth) => ({
  apiUrl: 'http://127.0.0.1:1',
  apiKey: `key-${nth}`,
}));

it('buys single purchases on all accounts in turn, and counts whose endpoints work', () => {
  const purchases = createDayPurchases(CLIENTS);
  const requests = Array.from({ length: 100 }, () => purchases.request());
  expect(new Set(requests.map((request) => /Bearer (\S+)/.exec(request)?.[1])).size).toBe(ACCOUNTS);
  expect(purchases.taken()).toEqual({ all: 100, heard: 95, refused: 8 });
  for (const request of requests) {
    const [head, body] = request.split('\r\n\r\n');
    expect(head).toContain(`Content-Length: ${body?.length}`);
  }
});

it('takes rows of campaigns from the same day', () => {
  const purchases = createDayPurchases(CLIENTS);
  const failing = purchases.file(0, 50).toString().trimEnd().split('\n');
  expect([failing[0], failing.length]).toEqual(['phone_number,bundle_id', 51]);
  purchases.file(1, 50);
  expect(purchases.taken()).toEqual({ all: 100, heard: 50, refused: 8 });
});

it('counts the events of working endpoints once, and rejects those of the failing one', async () => {
  const receivers = await startReceivers(FAILING_ENDPOINTS);
  try {
    const send = (endpoint: number, id: string, type = 'purchase.successful') =>
      fetch(receivers.url(endpoint), {
        method: 'POST',
        headers: { 'svc-event-id': id, 'svc-event-type': type },
        body: '{}',
      });
    const answers = [
      await send(0, 'evt_1'),
      await send(1, 'evt_2'),
      await send(1, 'evt_2'),
      await send(1, 'evt_3', 'batch.completed'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 204, 204, 204]);
    expect([receivers.events(), receivers.rejected()]).toEqual([1, 1]);
  } finally {
    await receivers.close();
  }
});
