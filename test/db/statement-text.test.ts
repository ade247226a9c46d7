import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { streamLineText } from '../../db/statement-text.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type StandardHistory, TODAY, writeStandardHistory } from '../verify/standard-history.ts';

const QUERY_TIMEOUT_MS = 400;

let database: TestDatabase;
let history: StandardHistory;

beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, { max: 1, applicationName: 'test' });
  history = await writeStandardHistory(pool);
  await pool.end();
});

afterAll(() => database.drop());

async function textOf(pool: pg.Pool): Promise<string> {
  const pages: Buffer[] = [];
  for await (const page of streamLineText(pool, history.account, TODAY)) pages.push(page);
  return Buffer.concat(pages).toString();
}

it('writes times in UTC, whatever the time zone of the server', async () => {
  const pool = new pg.Pool({ connectionString: database.url, options: '-c TimeZone=Africa/Lagos' });
  try {
    expect((await textOf(pool)).split('\n')[0]).toContain(`,purchase,${TODAY} 09:01:00,`);
  } finally {
    await pool.end();
  }
});

it('leaves no time limit behind that would fail once the text has been read', async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: QUERY_TIMEOUT_MS });
  try {
    const text = await textOf(pool);
    // Longer than the limit: one that was left would end this process by an error that nobody awaits.
    await sleep(2 * QUERY_TIMEOUT_MS);
    expect(await textOf(pool)).toBe(text);
  } finally {
    await pool.end();
  }
});
