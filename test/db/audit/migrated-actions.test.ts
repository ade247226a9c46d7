import { randomBytes } from 'node:crypto';
import { runner } from 'node-pg-migrate';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createAccount } from '../../../db/accounts/accounts.ts';
import { MIGRATIONS, migrate } from '../../../db/migrate.ts';
import { createPool } from '../../../db/pool.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { databaseUrl, runOnServer } from '../../support/database.ts';

const name = `test_${randomBytes(6).toString('hex')}`;
const BEFORE = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-21T10:30:00.125Z'];

let url: string;
let pool: Pool;
beforeAll(async () => {
  await runOnServer(inject('databaseUrl'), `CREATE DATABASE ${name}`);
  url = databaseUrl(inject('databaseUrl'), name);
  pool = createPool(url, { max: 2, applicationName: 'test' });
});
afterAll(async () => {
  await pool.end();
  await runOnServer(inject('databaseUrl'), `DROP DATABASE ${name} WITH (FORCE)`);
});

it('what operators did before becomes chains with the same times, names and facts', async () => {
  await migrateBefore('0043_audit_log');
  const account = { name: 'Acme', livemode: true, currency: 'NGN', rateLimitPerSecond: 10 };
  const accountId = await createAccount(pool, account);
  for (const [n, at] of BEFORE.entries()) {
    await pool.query({
      text: `
        INSERT INTO operator_actions (id, at, operator, action, account_id, subject, reason, details)
        VALUES ($1, $2, $3, 'key_issue', $4, $5, 'because', $6)`,
      values: [
        newUuid(),
        at,
        n === 2 ? 'client' : 'ada',
        n === 1 ? null : uuidOf('acc', accountId),
        String(n),
        n === 0 ? '{}' : `{ "n": ${n} }`,
      ],
    });
  }

  await migrate(url);

  const { rows } = await pool.query(
    `SELECT chain, seq, at, principal_kind || ' ' || principal_id AS who, subject, reason, after FROM audit_log ORDER BY subject`,
  );
  const [mine, because] = [uuidOf('acc', accountId), 'because'];
  expect(rows.map((row) => ({ ...row, at: row.at.toISOString() }))).toEqual([
    { chain: mine, seq: 1, at: BEFORE[0], who: 'operator ada', subject: '0', reason: because, after: null },
    {
      chain: 'platform',
      seq: 1,
      at: BEFORE[1],
      who: 'operator ada',
      subject: '1',
      reason: because,
      after: { n: 1 },
    },
    {
      chain: mine,
      seq: 2,
      at: BEFORE[2],
      who: 'key unknown',
      subject: '2',
      reason: because,
      after: { n: 2 },
    },
  ]);
  const { results } = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
  expect(results.find(({ number }) => number === 13)).toMatchObject({ kind: 'holds', checked: 3 });
});

/** Runs the migrations before this one. */
async function migrateBefore(file: string): Promise<void> {
  await runner({
    databaseUrl: url,
    dir: MIGRATIONS,
    ignorePattern: `(\\..*|00(4[3-9]|[5-9]\\d)_.*)`,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    log: () => {},
  });
  const { rowCount } = await pool.query('SELECT FROM schema_migrations WHERE name >= $1', [file]);
  expect(rowCount).toBe(0);
}
