import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordContradiction } from '../../../db/purchases/contradictions.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, readId, uuidOf } from '../../../domain/ids.ts';
import { type Book, BookUnreadable } from '../../../services/invariants/book.ts';
import { type BookSource, checkDeliveries } from '../../../services/invariants/deliveries.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';
import { entryOf } from '../../support/invariants/standard-history.ts';

let fixture: HistoryFixture;
beforeAll(async () => {
  fixture = await createHistoryFixture();
});
afterAll(() => fixture.close());

const check = (books: BookSource | null) => checkDeliveries(fixture.pool, books, null, 0);

function parsePurchase(gatewayReference: string): PurchaseId {
  const id = readId('pur', gatewayReference);
  if (id === null) throw new TypeError(`${gatewayReference} is not a purchase`);
  return id;
}

/** The right book with these entries in place of those under the same key. */
function bookWith(...entries: Book['deliveries']): Book {
  const replaced = new Set(entries.map(({ gatewayReference }) => gatewayReference));
  const kept = fixture.history.book.deliveries.filter(
    ({ gatewayReference }) => !replaced.has(gatewayReference),
  );
  return { ...fixture.history.book, deliveries: [...kept, ...entries] };
}

function bookWithout(gatewayReference: string): Book {
  return {
    ...fixture.history.book,
    deliveries: fixture.history.book.deliveries.filter(
      (entry) => entry.gatewayReference !== gatewayReference,
    ),
  };
}

describe('deliveries compared with the books of the simulators', () => {
  it('are broken when one key was delivered twice', async () => {
    const { successful } = fixture.history;
    expect((await check([bookWith(entryOf(successful, 2))])).broken).toEqual([
      { row: successful, why: 'delivered 2 times' },
    ]);
  });

  it('are broken when two networks delivered the same key', async () => {
    const { successful, book } = fixture.history;
    const second = { name: 'another', covers: [], deliveries: [entryOf(successful, 1)] };
    expect((await check([book, second])).broken).toEqual([{ row: successful, why: 'delivered 2 times' }]);
  });

  it('are right when two gateways delivered and it is on record as a loss, and broken for a third delivery', async () => {
    const { successful, book } = fixture.history;
    const second = { name: 'another', covers: [], deliveries: [entryOf(successful, 1)] };
    const uuid = uuidOf('pur', parsePurchase(successful));
    const name = (route: string) =>
      fixture.pool.query(
        `INSERT INTO route_deliveries (purchase_id, route, reported_at) VALUES ($1, $2, app_now())`,
        [uuid, route],
      );
    await name('main');
    await name('reloadly');
    expect((await check([book, second])).broken).toEqual([{ row: successful, why: 'delivered 2 times' }]);
    await recordContradiction(fixture.pool, parsePurchase(successful), 'delivered_twice');
    expect((await check([book, second])).broken).toEqual([]);
    expect((await check([bookWith(entryOf(successful, 2)), second])).broken).toEqual([
      { row: successful, why: 'delivered 3 times' },
    ]);
    await fixture.pool.query('DELETE FROM route_deliveries WHERE purchase_id = $1', [uuid]);
    await fixture.pool.query('DELETE FROM contradictions WHERE purchase_id = $1', [uuid]);
  });

  it('are broken when a charged purchase was sent and not delivered', async () => {
    const { successful } = fixture.history;
    expect((await check([bookWith(entryOf(successful, 0))])).broken).toEqual([
      { row: successful, why: 'successful, but the network delivered nothing' },
    ]);
  });

  it('are broken when a charged or refunded purchase is in no book', async () => {
    const { successful, reversed } = fixture.history;
    expect((await check([bookWithout(successful)])).broken).toEqual([
      { row: successful, why: 'successful, but the network delivered nothing' },
    ]);
    expect((await check([bookWithout(reversed)])).broken).toEqual([
      { row: reversed, why: 'reversed, but the network delivered nothing' },
    ]);
  });

  it('say nothing about purchases on networks without a book', async () => {
    const { successful } = fixture.history;
    const book = { ...bookWithout(successful), covers: [{ networkId: 'net_glo_ng', livemode: true }] };
    expect((await check([book])).kind).toBe('holds');
  });

  it('are broken when a refused purchase was delivered after all', async () => {
    const { refused } = fixture.history;
    expect((await check([bookWith(entryOf(refused, 1))])).broken).toEqual([
      {
        row: refused,
        why: 'delivered, but failed with number_not_eligible and not among the late confirmations',
      },
    ]);
  });

  it('hold when the network reversed a delivery before it reported it, and nothing was charged', async () => {
    const { refused } = fixture.history;
    const takenBack = { ...entryOf(refused, 1), reversed: true };
    expect((await check([bookWith(takenBack)])).kind).toBe('holds');
    const twice = { ...entryOf(refused, 2), reversed: true };
    expect((await check([bookWith(twice)])).broken).toEqual([{ row: refused, why: 'delivered 2 times' }]);
  });

  it('are broken when something was delivered without a purchase', async () => {
    const stranger = newId('pur');
    const book = bookWith(entryOf(stranger, 1), { ...entryOf(stranger, 1), gatewayReference: 'no-purchase' });
    expect((await check([book])).broken).toEqual([
      { row: stranger, why: 'delivered, but there is no such purchase' },
      { row: 'no-purchase', why: 'delivered, but there is no such purchase' },
    ]);
  });

  it('hold when a pending purchase is delivered and not reported yet', async () => {
    const { running } = fixture.history;
    expect((await check([bookWith(entryOf(running, 0))])).kind).toBe('holds');
    expect((await check([bookWith(entryOf(running, 1))])).kind).toBe('holds');
  });

  it('hold when a purchase was charged while the book was being read', async () => {
    const { successful, book } = fixture.history;
    const readings = [[bookWithout(successful)], [book]];
    expect((await check(async () => readings.shift() ?? [])).kind).toBe('holds');
  });

  it('count only what both looks find broken', async () => {
    const { successful, reversed } = fixture.history;
    const readings = [[bookWithout(successful)], [bookWithout(reversed)]];
    expect((await check(async () => readings.shift() ?? [])).kind).toBe('holds');
  });
});

describe('without a book', () => {
  it('nothing is checked, and nothing is called right', async () => {
    expect((await check(null)).kind).toBe('not_checked');
    expect((await check([])).kind).toBe('not_checked');
  });

  it('a simulator that does not answer is named', async () => {
    const finding = await check(async () => {
      throw new BookUnreadable('the simulator dtone did not answer');
    });
    expect(finding).toMatchObject({ kind: 'not_checked', why: 'the simulator dtone did not answer' });
  });
});
