import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAction } from '../../../db/audit/record.ts';
import { migrate } from '../../../db/migrate.ts';
import { createPool } from '../../../db/pool.ts';
import { GRANTS, nameOfRole, READER, ROLES, type Role, SECRETS, VERBS } from '../../../db/roles/grants.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

let database: PooledDatabase;
let pools: Readonly<Record<Role, Pool>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const open = (role: Role) => createPool(urlAs(role, database.url), { max: 1, applicationName: 'test' });
  pools = {
    api: open('api'),
    worker: open('worker'),
    operator: open('operator'),
    read_only: open('read_only'),
  };
});
afterAll(async () => {
  await Promise.all(Object.values(pools).map((pool) => pool.end()));
  await database.close();
});

/** Names that a column with a secret may have, and columns with such a name that have none. */
const SECRET_NAME = /secret|hash|token$|password|_key$|^sealed_(?!at$|until$)/;
const NO_SECRET: readonly string[] = [
  // Of audit entries, statements, files, requests, callbacks and what operators approve.
  'approvals.terms_hash',
  'audit_heads.hash',
  'audit_log.hash',
  'audit_log.previous_hash',
  'batches.content_hash',
  'gateway_callbacks.content_hash',
  // Of ids that are no secrets, so that a reader cannot see whose campaigns they are.
  'network_backlogs.account_hash',
  'network_backlogs.batch_hash',
  // With it, no one can sign in.
  'passkeys.public_key',
  // Keyed hashes, and a hash of what was typed as an e-mail address.
  'blocked_numbers.number_hash',
  'number_turns.number_hash',
  'sign_in_attempts.email_hash',
  // Of the kind of a browser.
  'known_devices.device_hash',
];

describe.each(ROLES)('the role %s', (role) => {
  it('has the rights of db/roles/grants.ts on every table, and no others', async () => {
    const { rows } = await database.pool.query<{ name: string; verb: string; all: boolean; some: boolean }>({
      text: `
        SELECT c.relname AS name, v.verb, has_table_privilege($1, c.oid, v.verb) AS all,
               v.verb IN ('SELECT', 'INSERT', 'UPDATE') AND has_any_column_privilege($1, c.oid, v.verb) AS some
          FROM pg_class c
          CROSS JOIN unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER,MAINTAIN}'::text[]) AS v (verb)
         WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`,
      values: [nameOfRole(role)],
    });
    expect(rows.length).toBeGreaterThan(60 * 8);
    const sentences = rows.flatMap(({ name, verb, all, some }) => {
      const granted = GRANTS[name]?.[ROLES.indexOf(role)];
      if (granted === undefined) return [`The table ${name} has no line in db/roles/grants.ts: add it.`];
      const letters = [...granted].map((letter) =>
        letter === 'L' ? 'UPDATE' : VERBS[letter as keyof typeof VERBS],
      );
      const partly = granted.includes('L') && verb === 'UPDATE' && !granted.includes('U');
      const masked = role === 'read_only' && SECRETS[name] !== undefined && verb === 'SELECT';
      const wanted = letters.some((each) => each === verb);
      const right =
        partly || (masked && wanted)
          ? some && !all
          : all === wanted && (some === wanted || verb === 'DELETE');
      return right ? [] : [`${role}: ${verb} on ${name} is ${all ? 'granted' : 'not granted'}`];
    });
    expect(sentences).toEqual([]);
  });

  it('is no superuser, passes no policy, creates nothing and owns nothing', async () => {
    const { rows } = await pools[role].query(`
      SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
             (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned,
             has_schema_privilege(current_schema(), 'CREATE') AS creates
        FROM pg_roles r WHERE rolname = current_user`);
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
        creates: false,
      },
    ]);
  });

  it.each([
    [`UPDATE audit_log SET reason = 'other'`, /permission denied/],
    ['DELETE FROM audit_log', /permission denied/],
    ['TRUNCATE audit_log', /permission denied/],
    ['ALTER TABLE audit_log DISABLE TRIGGER ALL', /must be owner/],
    ['DROP TABLE audit_log', /must be owner/],
    [`INSERT INTO audit_heads VALUES ('mine', 1, now(), '\\x00')`, /permission denied/],
    ['UPDATE audit_heads SET seq = seq + 1', /permission denied/],
    ['DELETE FROM audit_heads', /permission denied/],
    ['DELETE FROM operator_actions', /permission denied/],
    ['TRUNCATE statement_lines', /permission denied/],
    ['DELETE FROM statements', /permission denied/],
    ['DELETE FROM purchases', /permission denied/],
    ['UPDATE app_clock SET offset_ms = 1', /permission denied/],
    ['CREATE TABLE mine (id int)', /permission denied/],
  ])('may not %s', async (statement, refusal) => {
    await expect(pools[role].query(statement)).rejects.toThrow(refusal);
  });
});

it.each([...ROLES.map(nameOfRole), READER])(
  '%s has no right on a month itself, only on the table',
  async (role) => {
    const { rows } = await database.pool.query<{ name: string; any: boolean }>({
      text: `
      SELECT oid::regclass::text AS name,
             has_table_privilege($1, oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')
             OR has_any_column_privilege($1, oid, 'SELECT, INSERT, UPDATE') AS any
        FROM pg_class
       WHERE relispartition AND relkind = 'r'`,
      values: [role],
    });
    expect(rows.length).toBeGreaterThan(6 * 4);
    expect(rows.filter(({ any }) => any)).toEqual([]);
  },
);

it.each(['api', 'worker', 'operator'] as const)('%s adds an entry to the audit log', async (role) => {
  const entry = {
    operator: 'test',
    reason: 'test',
    action: 'account_rate',
    accountId: null,
    subject: role,
  } as const;
  await inTransaction(pools[role], (tx) => recordAction(tx, entry));
  const { rows } = await database.pool.query('SELECT seq FROM audit_log WHERE subject = $1', [role]);
  expect(rows).toEqual([{ seq: expect.any(Number) }]);
});

it('read_only reads no column with a secret, and every other column', async () => {
  const { rows } = await database.pool.query<{ table: string; column: string; readable: boolean }>({
    text: `
      SELECT c.relname AS table, a.attname AS column, has_column_privilege($1, c.oid, a.attnum, 'SELECT') AS readable
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition`,
    values: [nameOfRole('read_only')],
  });
  for (const { table, column, readable } of rows) {
    const listed = SECRETS[table]?.includes(column) === true || GRANTS[table]?.[3] === '';
    expect(readable, `${table}.${column}`).toBe(!listed);
  }
  const suspicious = rows
    .filter(({ table, column, readable }) => readable && isSecretName(table, column))
    .map(
      ({ table, column }) =>
        `${table}.${column} may be a secret: add it to SECRETS in db/roles/grants.ts, or to NO_SECRET here.`,
    );
  expect(suspicious).toEqual([]);
  for (const statement of [
    'SELECT * FROM api_keys',
    'SELECT sealed_secret FROM client_endpoints',
    'SELECT * FROM auth_credentials',
  ])
    await expect(pools.read_only.query(statement), statement).rejects.toThrow(/permission denied/);
});

function isSecretName(table: string, column: string): boolean {
  return SECRET_NAME.test(column) && !NO_SECRET.includes(`${table}.${column}`);
}

it('a migration leaves the rights of other roles, such as that of the previous version', async () => {
  const former = `former_${randomBytes(4).toString('hex')}`;
  await database.pool.query(`CREATE ROLE ${former}; GRANT SELECT, UPDATE ON purchases TO ${former}`);
  try {
    await migrate(database.url);
    const { rows } = await database.pool.query(
      `SELECT has_table_privilege($1, 'purchases', 'UPDATE') AS may`,
      [former],
    );
    expect(rows).toEqual([{ may: true }]);
  } finally {
    await database.pool.query(`DROP OWNED BY ${former}; DROP ROLE ${former}`);
  }
});

it('a migration restores the rights, and takes away what was granted by hand', async () => {
  await database.pool.query(
    'GRANT TRUNCATE, UPDATE ON audit_log TO bundlewire_api; REVOKE SELECT ON purchases FROM bundlewire_api',
  );
  await expect(pools.api.query('SELECT FROM purchases')).rejects.toThrow(/permission denied/);
  await Promise.all([migrate(database.url), migrate(database.url)]);
  await pools.api.query('SELECT FROM purchases');
  await expect(pools.api.query('TRUNCATE audit_log')).rejects.toThrow(/permission denied/);
});
