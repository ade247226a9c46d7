import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import { Overloaded, Withdrawn } from '../../../services/lane.ts';
import type { BuyResult } from '../../../services/purchases/buy-request.ts';
import { holdAccount, untilWaiting } from '../../support/purchases/holding.ts';
import {
  accountRow,
  bought,
  createLaneFixture,
  expectInvariants,
  fund,
  type LaneFixture,
  OFFER,
  openAccount,
  PRICE,
  wish,
} from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

it('[races.batch] gives each request of a batch the answer it would have got alone', async () => {
  const account = await openAccount(fixture, 4);
  const known = wish('known');
  await fixture.acceptLane.buy(account, known);

  const twin = wish('twin');
  const answers = await Promise.all(
    [
      { ...known, purchaseId: newId('pur') },
      wish('known'),
      wish('unknown-bundle', { offer: null }),
      wish('no-network', { prefixNetworkId: null }),
      wish('other-network', { prefixNetworkId: 'net_of_nobody' }),
      twin,
      { ...twin, purchaseId: newId('pur') },
      wish('twin'),
      wish('good'),
      wish('too-dear', { offer: { ...OFFER, price: 2 * PRICE } }),
      wish('last-one'),
      wish('too-poor'),
    ].map((request) => fixture.acceptLane.buy(account, request)),
  );

  expect(answers.map(inWords)).toEqual([
    'replayed',
    'conflict',
    'bundle_unavailable',
    'unsupported_network',
    'unsupported_network',
    'accepted',
    'replayed',
    'conflict',
    'accepted',
    'insufficient_balance',
    'accepted',
    'insufficient_balance',
  ]);
  expect(answers[0]).toMatchObject({ purchaseId: known.purchaseId });
  expect(answers.slice(6, 8)).toMatchObject([
    { purchaseId: twin.purchaseId },
    { purchaseId: twin.purchaseId },
  ]);
  expect(await accountRow(fixture.pool, account)).toEqual({
    available: 0,
    held: 4,
    purchases: 4,
    lines: 1,
    starts: 4,
  });
  await expectInvariants(fixture.pool);
});

it('does not buy a request that was withdrawn before its transaction started, and answers one that had started', async () => {
  const account = await openAccount(fixture, 5);
  const release = await holdAccount(fixture.pool, account);
  const leaving = new AbortController();
  const started = fixture.acceptLane.buy(account, wish('started'), leaving.signal);
  // Its transaction now waits for the account; what comes later waits in the lane.
  await untilWaiting(fixture.pool);
  const withdrawn = fixture.acceptLane.buy(account, wish('withdrawn'), leaving.signal);
  const patient = fixture.acceptLane.buy(account, wish('patient'));
  const refused = expect(withdrawn).rejects.toBeInstanceOf(Withdrawn);
  leaving.abort();
  await release();

  expect(inWords(await started)).toBe('accepted');
  expect(inWords(await patient)).toBe('accepted');
  await refused;
  expect(await accountRow(fixture.pool, account)).toMatchObject({ held: 2, purchases: 2, starts: 2 });
  await expectInvariants(fixture.pool);
});

it('answers the other requests of a batch when one is bad', async () => {
  const account = await openAccount(fixture, 5);
  const results = await Promise.allSettled(
    [
      wish('before'),
      // Neither can be stored as text; the one is met when references are read, the other when rows are written.
      wish('poisoned-\u0000-reference'),
      wish('poisoned-name', { offer: { ...OFFER, name: 'NUL \u0000' } }),
      wish('poisoned-size', { offer: { ...OFFER, dataMb: 3_000_000_000 } }),
      wish('after'),
    ].map((request) => fixture.acceptLane.buy(account, request)),
  );

  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ outcome: 'rolled_back' });
  }
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 3, held: 2, purchases: 2 });
  await expectInvariants(fixture.pool);
});

it('[races.batch] answers every bad item of one single batch by itself, and serves its good ones', async () => {
  const account = await openAccount(fixture, 6);
  const known = wish('known');
  await fixture.acceptLane.buy(account, known);

  const release = await holdAccount(fixture.pool, account);
  const ahead = fixture.acceptLane.buy(account, wish('ahead'));
  // Its transaction waits for the account; all that follows waits in the lane and is taken up together.
  await untilWaiting(fixture.pool);
  const twin = wish('twin');
  const together = [
    wish('good-1'),
    { ...known, purchaseId: newId('pur') },
    wish('known'),
    wish('unknown-bundle', { offer: null }),
    twin,
    { ...twin, purchaseId: newId('pur') },
    wish('twin'),
    wish('too-dear', { offer: { ...OFFER, price: 7 * PRICE } }),
    wish('poisoned-\u0000-reference'),
    wish('good-2'),
    wish('poisoned-name', { offer: { ...OFFER, name: 'NUL \u0000' } }),
    wish('good-3'),
  ].map((request) => fixture.acceptLane.buy(account, request));
  const settled = Promise.allSettled(together);
  await release();

  expect(inWords(await ahead)).toBe('accepted');
  const answers = await settled;
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? inWords(answer.value) : answer.reason.outcome)),
  ).toEqual([
    'accepted',
    'replayed',
    'conflict',
    'bundle_unavailable',
    'accepted',
    'replayed',
    'conflict',
    'insufficient_balance',
    'rolled_back',
    'accepted',
    'rolled_back',
    'accepted',
  ]);
  expect(await accountRow(fixture.pool, account)).toEqual({
    available: 0,
    held: 6,
    purchases: 6,
    lines: 1,
    starts: 6,
  });
  await expectInvariants(fixture.pool);
});

it('refuses immediately what a full lane cannot serve, and serves all that wait', async () => {
  const account = await openAccount(fixture, 1);
  const release = await holdAccount(fixture.pool, account);
  const first = fixture.acceptLane.buy(account, wish('first'));
  await untilWaiting(fixture.pool);

  // The clock stands: it is the number that fills this lane, however long the machine takes to queue them.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const waiting = Array.from({ length: 2_048 }, () => fixture.acceptLane.buy(account, wish('same')));
  const tooMany = fixture.acceptLane.buy(account, wish('one-too-many'));
  clock.mockRestore();
  await expect(tooMany).rejects.toBeInstanceOf(Overloaded);
  await release();

  expect(inWords(await first)).toBe('accepted');
  const answers = await Promise.all(waiting);
  expect(new Set(answers.map(inWords))).toEqual(new Set(['insufficient_balance']));
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 0, held: 1, purchases: 1 });
});

it('refuses requests behind a full transaction that has waited too long, and accepts again after it', async () => {
  const [account, other] = [await openAccount(fixture, 1_100), await openAccount(fixture, 1)];
  const release = await holdAccount(fixture.pool, account);
  const first = fixture.acceptLane.buy(account, wish('first'));
  await untilWaiting(fixture.pool);
  const waiting = Array.from({ length: 1_024 }, (_, n) =>
    fixture.acceptLane.buy(account, wish(`waits-${n}`)),
  );

  await expect.poll(() => fixture.acceptLane.isFull(account)).toBe(true);
  await expect(fixture.acceptLane.buy(account, wish('late'))).rejects.toBeInstanceOf(Overloaded);
  expect(fixture.acceptLane.isFull(other)).toBe(false);
  await release();

  const answers = await Promise.all([first, ...waiting]);
  expect(new Set(answers.map(inWords))).toEqual(new Set(['accepted']));
  expect(inWords(await fixture.acceptLane.buy(account, wish('late')))).toBe('accepted');
  expect(await accountRow(fixture.pool, account)).toMatchObject({ purchases: 1_026 });
});

it('spends funds that arrived while purchases were waiting', async () => {
  const account = await openAccount(fixture, 1);
  await bought(fixture, account, 'first');
  await fund(fixture.pool, account, 2 * PRICE);
  await bought(fixture, account, 'second');
  expect(await accountRow(fixture.pool, account)).toMatchObject({ available: 1, held: 2 });
});

/** An answer in one word: a refusal by its kind. */
function inWords(answer: BuyResult): string {
  return answer.kind === 'refused' ? answer.refusal.kind : answer.kind;
}
