import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountReads, createAccountReads, type Reader } from '../../../db/account-reads.ts';
import { createPool } from '../../../db/pool.ts';
import { GRANTS, READER, READER_TABLES, SECRETS } from '../../../db/roles/grants.ts';
import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';

const OWN_TABLES = Object.keys(READER_TABLES).filter((table) => READER_TABLES[table] === 'own');

let fixture: HistoryFixture;
/** Of the role of the API, acting as the reader, with no account set. */
let pool: Pool;
let own: AccountReads;
beforeAll(async () => {
  fixture = await createHistoryFixture();
  const open = () =>
    createPool(urlAs('api', fixture.url), { max: 1, applicationName: 'test', use: 'account-reads' });
  pool = open();
  own = createAccountReads(open());
  for (const account of [fixture.history.account, fixture.history.otherAccount]) await addRows(account);
});
afterAll(async () => {
  await Promise.all([pool.end(), own.end()]);
  await fixture.close();
});

/** What the history lacks: a key with a cap, an endpoint, attempts to deliver an event, an erasure, and an organisation with people. */
async function addRows(account: AccountId): Promise<void> {
  const [accountUuid, key] = [uuidOf('acc', account), uuidOf('key', newId('key'))];
  await fixture.pool.query(`
    INSERT INTO api_keys (id, account_id, key_hash, last_four) VALUES ('${key}', '${accountUuid}', sha256('${key}'), 'test');
    INSERT INTO key_caps (key_id, account_id, day_cap, counted_on) VALUES ('${key}', '${accountUuid}', 1, '2026-03-03');
    INSERT INTO client_endpoints (id, account_id, slot, url, description, event_types, sealed_secret)
    VALUES (gen_random_uuid(), '${accountUuid}', 1, 'https://example.com', '', '{batch.ready}', '\\x00');
    WITH event AS (
      SELECT id FROM events WHERE account_id = '${accountUuid}' LIMIT 1
    ), delivery AS (
      INSERT INTO deliveries (id, event_id, endpoint_id, account_id, created_at)
      SELECT gen_random_uuid(), id, gen_random_uuid(), '${accountUuid}', now() FROM event RETURNING id, endpoint_id
    ), attempt AS (
      INSERT INTO delivery_attempts (delivery_id, attempt, endpoint_id, started_at) SELECT id, 1, endpoint_id, now() FROM delivery
    )
    INSERT INTO webhook_attempts (event_id, attempt, started_at) SELECT id, 1, now() FROM event`);
  const [batch, recurrence, approval] = [newUuid(), newUuid(), newUuid()];
  await fixture.pool.query(`
    INSERT INTO account_allowed_ranges (account_id, range) VALUES ('${accountUuid}', '192.0.2.0/24');
    INSERT INTO account_rules (account_id, campaign_limit) VALUES ('${accountUuid}', 1) ON CONFLICT DO NOTHING;
    INSERT INTO approval_rules (account_id, kind, one_from, valid_hours, changed_at)
    VALUES ('${accountUuid}', 'campaign_start', 1, 72, now());
    INSERT INTO blocked_numbers (account_id, number_hash) VALUES ('${accountUuid}', sha256('a'));
    INSERT INTO notice_addresses (account_id, kind, email) VALUES ('${accountUuid}', 'ready', 'a@acme.example');
    INSERT INTO batches (id, account_id, reference, start_mode, on_invalid, on_insufficient_balance, currency, created_at, received_at)
    VALUES ('${batch}', '${accountUuid}', 'walled', 'manual', 'skip', 'pause', 'NGN', now(), now());
    INSERT INTO batch_rows (batch_id, line, state, cells, errors) VALUES ('${batch}', 2, 'invalid', '[]', '[]'), ('${batch}', 3, 'invalid', '[]', '[]');
    INSERT INTO batch_networks (batch_id, network_id, valid) VALUES ('${batch}', 'net_mtn', 1);
    INSERT INTO batch_tallies (batch_id, network_id) VALUES ('${batch}', 'net_mtn');
    INSERT INTO preparers (account_id, subject_id, principal_kind, principal_id) VALUES ('${accountUuid}', '${batch}', 'key', 'key');
    INSERT INTO recurrences (id, account_id, reference, source_id, time_zone, minute, approved_cost, currency, created_at)
    VALUES ('${recurrence}', '${accountUuid}', 'weekly', '${batch}', 'UTC', 0, 1, 'NGN', now());
    INSERT INTO recurrence_runs (recurrence_id, scheduled_at, outcome) VALUES ('${recurrence}', now(), 'starting');
    INSERT INTO approvals (id, account_id, kind, subject_id, status, steps, amount, currency, terms, requested_kind, requested_by,
                           requester_changed, requested_at, expires_at)
    VALUES ('${approval}', '${accountUuid}', 'campaign_start', '${batch}', 'requested', 1, 1, 'NGN', '{}', 'key', 'key', false, now(),
            now() + interval '1 day');
    INSERT INTO approval_decisions (approval_id, principal_kind, principal_id, decision, at)
    VALUES ('${approval}', 'key', 'other', 'approved', now())`);
  const [organisation, person, invitation] = [newUuid(), newUuid(), newUuid()];
  await fixture.pool.query(`
    INSERT INTO request_log (id, account_id, at, method, path, status, duration_ms, principal_kind, principal_id, is_request_cut,
                             is_response_cut, mentions)
    VALUES ('${newUuid()}', '${accountUuid}', date_trunc('milliseconds', now()), 'GET', '/v1/balance', 200, 1, 'key', 'key', false, false, '{}');
    INSERT INTO erasures (id, account_id, pseudonym, sealed_number, requested_at, next_run_at)
    VALUES ('${newUuid()}', '${accountUuid}', '+999012345678901', '\\x00', now(), now());
    INSERT INTO organisations (id, name) VALUES ('${organisation}', 'Acme');
    UPDATE accounts SET organisation_id = '${organisation}' WHERE id = '${accountUuid}';
    INSERT INTO auth_people (id, email, name) VALUES ('${person}', '${person}@acme.example', 'Amina');
    INSERT INTO memberships (organisation_id, person_id, role) VALUES ('${organisation}', '${person}', 'viewer');
    INSERT INTO auth_sessions (id, person_id, token, expires_at) VALUES ('${newUuid()}', '${person}', '${person}', now());
    INSERT INTO second_factors (person_id, sealed_secret) VALUES ('${person}', 'sealed');
    INSERT INTO passkeys (id, person_id, credential_id, public_key, counter, transports, name)
    VALUES ('${newUuid()}', '${person}', sha256('${person}'), '\\x00', 0, '{}', 'phone');
    INSERT INTO custom_roles (id, organisation_id, name, rights)
    VALUES ('${newId('rol')}', '${organisation}', 'Night shift', '{balance:read}');
    INSERT INTO invitations (id, organisation_id, email, role, invited_kind, invited_by, created_at, expires_at)
    VALUES ('${invitation}', '${organisation}', 'ben@acme.example', 'viewer', 'key', 'key', now(), now());
    INSERT INTO person_mails (id, kind, invitation_id, facts, at)
    VALUES ('${newUuid()}', 'invitation', '${invitation}', '{}', now())`);
}

function ofOrganisation(id: string): string {
  return `(SELECT a.id FROM accounts a WHERE a.organisation_id = ${id})`;
}

function ofPerson(id: string): string {
  return `(SELECT a.id FROM accounts a JOIN memberships m ON m.organisation_id = a.organisation_id WHERE m.person_id = ${id})`;
}

/** SQL for the account of a row of `t`. */
const ACCOUNT_OF: Readonly<Record<string, string>> = {
  accounts: 't.id',
  approval_decisions: '(SELECT account_id FROM approvals WHERE id = t.approval_id)',
  auth_sessions: ofPerson('t.person_id'),
  batch_networks: '(SELECT account_id FROM batches WHERE id = t.batch_id)',
  batch_tallies: '(SELECT account_id FROM batches WHERE id = t.batch_id)',
  batch_rows: '(SELECT account_id FROM batches WHERE id = t.batch_id)',
  own_batch_rows: '(SELECT account_id FROM batches WHERE id = t.batch_id)',
  recurrence_runs: '(SELECT account_id FROM recurrences WHERE id = t.recurrence_id)',
  auth_people: ofPerson('t.id'),
  custom_roles: ofOrganisation('t.organisation_id'),
  invitations: ofOrganisation('t.organisation_id'),
  memberships: ofOrganisation('t.organisation_id'),
  organisations: ofOrganisation('t.id'),
  passkeys: ofPerson('t.person_id'),
  person_mails:
    '(SELECT a.id FROM invitations i JOIN accounts a ON a.organisation_id = i.organisation_id WHERE i.id = t.invitation_id)',
  second_factors: ofPerson('t.person_id'),
  delivery_attempts: '(SELECT account_id FROM deliveries WHERE id = t.delivery_id)',
  webhook_attempts: '(SELECT account_id FROM events WHERE id = t.event_id)',
};

async function accountsIn(db: Reader, table: string): Promise<string[]> {
  const { rows } = await db.query<{ account: string }>({
    text: `SELECT ${ACCOUNT_OF[table] ?? 't.account_id'}::text AS account FROM ${table} t`,
  });
  return rows.map(({ account }) => account).toSorted();
}

describe.each(OWN_TABLES)('a query of %s without a WHERE', (table) => {
  it('shows all rows of its account, and none of another', async () => {
    const all = await accountsIn(fixture.pool, table);
    for (const account of [fixture.history.account, fixture.history.otherAccount]) {
      const rows = all.filter((each) => each === uuidOf('acc', account));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(all.length);
      expect(await accountsIn(own.of(account), table)).toEqual(rows);
    }
  });

  it('shows nothing for an unknown account, and nothing if no account is set', async () => {
    expect(await accountsIn(own.of(newId('acc')), table)).toEqual([]);
    expect(await accountsIn(pool, table)).toEqual([]);
  });

  it('has nothing to protect that the API could switch off', async () => {
    for (const [statement, refusal] of [
      [`ALTER TABLE ${table} DISABLE ROW LEVEL SECURITY`, /must be owner/],
      [`DROP POLICY own_account ON ${table}`, /must be owner/],
      [`DELETE FROM ${table}`, /permission denied/],
    ] as const)
      await expect(pool.query(statement), statement).rejects.toThrow(refusal);
    await pool.query('SET row_security = off');
    await expect(accountsIn(pool, table)).rejects.toThrow(/would be affected by row-level security/);
    await pool.query('SET row_security = on');
  });
});

describe('the view of rows of campaigns', () => {
  it('shows all rows of its account, none of another, and nothing without an account', async () => {
    const all = await accountsIn(fixture.pool, 'batch_rows');
    for (const account of [fixture.history.account, fixture.history.otherAccount]) {
      const rows = all.filter((each) => each === uuidOf('acc', account));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(all.length);
      expect(await accountsIn(own.of(account), 'own_batch_rows')).toEqual(rows);
    }
    expect(await accountsIn(own.of(newId('acc')), 'own_batch_rows')).toEqual([]);
    expect(await accountsIn(pool, 'own_batch_rows')).toEqual([]);
    await expect(pool.query('SELECT FROM batch_rows')).rejects.toThrow(/permission denied/);
  });
});

it('a connection shows each account what is its own, one after the other', async () => {
  const { account, otherAccount } = fixture.history;
  const asked = [account, otherAccount, account, otherAccount];
  const found = await Promise.all(asked.map((each) => accountsIn(own.of(each), 'accounts')));
  expect(found).toEqual(asked.map((each) => [uuidOf('acc', each)]));
});

it('a read that failed does not leave its account to the next one', async () => {
  await expect(own.of(fixture.history.account).query({ text: 'SELECT 1 / 0' })).rejects.toThrow(/by zero/);
  expect(await accountsIn(own.of(fixture.history.otherAccount), 'accounts')).toEqual([
    uuidOf('acc', fixture.history.otherAccount),
  ]);
});

it('the reader passes no policy, cannot connect, and cannot become another role', async () => {
  const { rows } = await fixture.pool.query({
    text: `
      SELECT rolsuper, rolbypassrls, rolcanlogin, rolinherit AND EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS inherits,
             pg_has_role('bundlewire_api', r.oid, 'USAGE') AS inherited
        FROM pg_roles r WHERE rolname = $1`,
    values: [READER],
  });
  expect(rows).toEqual([
    { rolsuper: false, rolbypassrls: false, rolcanlogin: false, inherits: false, inherited: false },
  ]);
  await expect(pool.query(`ALTER ROLE ${READER} BYPASSRLS`)).rejects.toThrow(/permission denied/);
});

it('the reader reads the tables of READER_TABLES without their secrets, writes nothing, and every table of clients has a policy', async () => {
  const { rows } = await fixture.pool.query<{
    table: string;
    columns: string[];
    writes: boolean;
    policy: boolean;
    owned: boolean;
  }>({
    text: `
      SELECT c.relname AS table, c.relrowsecurity AND EXISTS (SELECT FROM pg_policy p
                                                               WHERE p.polrelid = c.oid AND NOT p.polpermissive
                                                                 AND p.polroles = ARRAY[$1::regrole::oid]) AS policy,
             array_agg(a.attname::text) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'SELECT')) AS columns,
             bool_or(a.attname = 'account_id') AS owned,
             has_table_privilege($1, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
             OR has_any_column_privilege($1, c.oid, 'INSERT, UPDATE') AS writes
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
       GROUP BY c.oid`,
    values: [READER],
  });
  expect(rows.length).toBe(Object.keys(GRANTS).length);
  for (const { table, columns, writes, policy, owned } of rows) {
    const kind = READER_TABLES[table];
    expect([table, writes]).toEqual([table, false]);
    expect([table, columns !== null]).toEqual([table, kind !== undefined]);
    expect([table, policy]).toEqual([table, kind === 'own']);
    if (kind === 'view') expect(GRANTS[table]?.slice(1)).toEqual(['', '', '']);
    if (owned && kind === 'shared') expect.fail(`${table} has an account_id: it needs a policy`);
    for (const secret of SECRETS[table] ?? []) expect(columns ?? []).not.toContain(secret);
  }
});
