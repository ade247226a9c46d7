import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type AccountReads, createAccountReads } from '../../../db/account-reads.ts';
import { createPool, type PoolOptions } from '../../../db/pool.ts';
import { streamLineText } from '../../../db/statements/text.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';
import { TODAY } from '../../support/invariants/standard-history.ts';

/** A distinct value, to recognise the timers of pg, which waits five seconds longer than the server. */
const STATEMENT_TIMEOUT_MS = 118_456;
const QUERY_TIMEOUT_MS = 123_456;

let fixture: HistoryFixture;
let reads: AccountReads;
beforeAll(async () => {
  fixture = await createHistoryFixture({ max: 1 });
  reads = createAccountReads(poolOf(fixture.url, { max: 1 }));
});
afterAll(async () => {
  await reads.end();
  await fixture.close();
});

function poolOf(url: string, options: Partial<PoolOptions>) {
  return createPool(url, { max: 2, applicationName: 'test', use: 'account-files', ...options });
}

async function textOf(url: string, options: Partial<PoolOptions> = {}): Promise<string> {
  const own = createAccountReads(poolOf(url, options));
  const { account } = fixture.history;
  try {
    const pages: Buffer[] = [];
    for await (const page of streamLineText(own.of(account), account, TODAY)) pages.push(page);
    return Buffer.concat(pages).toString();
  } finally {
    await own.end();
  }
}

it('writes times in UTC, whatever the time zone of the server', async () => {
  const url = new URL(fixture.url);
  url.searchParams.set('options', '-c TimeZone=Africa/Lagos');
  const text = await textOf(url.href);
  expect(text.split('\n')[0]).toContain(`,purchase,${TODAY} 09:01:00,`);
});

it('clears the timer of every query, so that none keeps the process alive or fires later', async () => {
  const set = vi.spyOn(globalThis, 'setTimeout');
  const cleared = vi.spyOn(globalThis, 'clearTimeout');
  try {
    await textOf(fixture.url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    const limits = set.mock.results.filter((_, call) => set.mock.calls[call]?.[1] === QUERY_TIMEOUT_MS);
    // The settings of the connection, its account, the day's range and its one page.
    expect(limits).toHaveLength(4);
    for (const { value } of limits) expect(cleared).toHaveBeenCalledWith(value);
  } finally {
    vi.restoreAllMocks();
  }
});

it('fails with the error of PostgreSQL, and the pool still answers', async () => {
  const { pool, history } = fixture;
  await pool.query('ALTER TABLE statement_lines RENAME COLUMN bundle_id TO elsewhere');
  await expect(streamLineText(reads.of(history.account), history.account, TODAY).next()).rejects.toThrow(
    /bundle_id/,
  );
  await pool.query('ALTER TABLE statement_lines RENAME COLUMN elsewhere TO bundle_id');
  const page = await streamLineText(reads.of(history.account), history.account, TODAY).next();
  expect(page.value?.toString()).toContain(',purchase,');
});

it('fails when lines of the day are missing', async () => {
  const { pool, history } = fixture;
  await pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
  await pool.query(`
    DELETE FROM statement_lines
     WHERE (account_id, seq) IN (SELECT account_id, max(seq) - 1 FROM statement_lines GROUP BY account_id)`);
  await expect(streamLineText(reads.of(history.account), history.account, TODAY).next()).rejects.toThrow(
    RangeError,
  );
});

it('copies no line of another account, whatever the statement asks for', async () => {
  const { account, otherAccount } = fixture.history;
  expect(await streamLineText(reads.of(otherAccount), account, TODAY).next()).toMatchObject({ done: true });
});
