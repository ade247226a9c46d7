import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ClaimedRow, claimRows, createRoundRobin } from '../../../db/outbox/claims.ts';
import { completeRows, giveBackRows } from '../../../db/outbox/outbox.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';

let fixture: LedgerFixture;

beforeEach(async () => {
  fixture = await createLedgerFixture();
});
afterEach(() => fixture.close());

const LEASE_MS = 300_000;

function claim(limit: number): Promise<ClaimedRow[]> {
  return claimRows(fixture.pool, QUEUE, limit, LEASE_MS);
}

/** Claims until nothing is left, like one of several relays. */
async function claimAll(limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let empty = 0; empty < 3; ) {
    const rows = await claim(limit);
    empty = rows.length === 0 ? empty + 1 : 0;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function ownersOf(rows: readonly ClaimedRow[]): Promise<string[]> {
  const { rows: owners } = await fixture.pool.query<{ subject_id: string; account_id: string }>(
    `SELECT subject_id, account_id FROM outbox WHERE id = ANY ($1::uuid[])`,
    [rows.map(({ id }) => id)],
  );
  const byId = new Map(owners.map(({ subject_id, account_id }) => [subject_id, account_id]));
  return rows.map(({ subjectUuid }) => byId.get(subjectUuid) ?? 'gone');
}

function ofAccount(owners: readonly string[], account: AccountId): number {
  return owners.filter((owner) => owner === uuidOf('acc', account)).length;
}

describe('claims', () => {
  it('of four concurrent relays are disjoint, and together cover all 600 rows', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => fixture.openAccount()));
    await Promise.all(accounts.map((account) => fixture.buyMany(account, 200)));

    const claimed = (await Promise.all([17, 64, 5, 64].map(claimAll))).flat();
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toHaveLength(600);
  });

  it('take single purchases before rows of a batch, however much older those are', async () => {
    const account = await fixture.openAccount();
    await fixture.buyMany(account, 30);
    await fixture.pool.query(`UPDATE outbox SET priority = 2`);
    const singles = await fixture.buyMany(await fixture.openAccount(), 3);

    const first = await claim(3);
    expect(first.map(({ subjectUuid }) => subjectUuid).sort()).toEqual(
      singles.map((id) => uuidOf('pur', id)).sort(),
    );
    expect(await claim(30)).toHaveLength(30);
  });

  it('give each account its turn, however many older rows another has', async () => {
    const [crowd, few] = [await fixture.openAccount(), await fixture.openAccount()];
    await fixture.buyMany(crowd, 300);
    await fixture.buyMany(few, 5);
    const owners = await ownersOf(await claim(10));
    expect([ofAccount(owners, crowd), ofAccount(owners, few)]).toEqual([5, 5]);
  });

  it('give each account its turn also when the pace lets one row through at a time', async () => {
    const crowds = [await fixture.openAccount(), await fixture.openAccount(), await fixture.openAccount()];
    for (const crowd of crowds) await fixture.buyMany(crowd, 100);
    const few = await fixture.openAccount();
    await fixture.buyMany(few, 2);

    const owners: string[] = [];
    const roundRobin = createRoundRobin();
    for (let round = 0; round < 8; round++) {
      owners.push(...(await ownersOf(await claimRows(fixture.pool, QUEUE, 1, LEASE_MS, { roundRobin }))));
    }
    expect(ofAccount(owners, few)).toBe(2);
    for (const crowd of crowds) expect(ofAccount(owners, crowd)).toBe(2);
  });

  it('come back when their lease has ended, and not before', async () => {
    await fixture.buyMany(await fixture.openAccount(), 5);
    expect(await claim(10)).toHaveLength(5);
    expect(await claim(10)).toHaveLength(0);
    await fixture.moveClock(LEASE_MS - 60_000);
    expect(await claim(10)).toHaveLength(0);
    await fixture.moveClock(60_000);
    expect(await claim(10)).toHaveLength(5);
  });

  it('that are released come back after their pause; completed ones never do', async () => {
    await fixture.buyMany(await fixture.openAccount(), 4);
    const rows = await claim(10);
    const ids = rows.map(({ id }) => id);
    await completeRows(fixture.pool, ids.slice(0, 1));
    await giveBackRows(fixture.pool, ids.slice(1, 3), 60_000);
    expect(await claim(10)).toHaveLength(0);

    await fixture.moveClock(60_000);
    expect((await claim(10)).map(({ id }) => id).sort()).toEqual(ids.slice(1, 3).sort());
  });
});
