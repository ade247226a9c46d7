import type { Client } from 'pg';
import { GRANTS, nameOfRole, READER, READER_TABLES, ROLES, type Role, SECRETS, VERBS } from './grants.ts';

/** A role does not exist, and the role that migrates may not create it. Nothing was changed. */
export class MissingRoleError extends Error {
  override readonly name = 'MissingRoleError';

  constructor(cause: unknown) {
    super(
      `the database roles ${[...ROLES.map(nameOfRole), READER].join(', ')} do not all exist or bundlewire_api may not act as ${READER}, and this role may not create them. ` +
        'Run deploy/postgres/roles.sql as a superuser, then migrate again.',
      { cause },
    );
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Any number, the same in every process: databases of one server have separate locks. */
const LOCK = 4_711_024;

/** Roles belong to the server, so another database may create the same ones at the same time. */
const CREATE = `
DO $$
DECLARE
  role text;
BEGIN
  FOREACH role IN ARRAY '{${ROLES.map(nameOfRole).join(',')}}'::text[] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN', role);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
  END LOOP;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${READER}') THEN
    BEGIN
      CREATE ROLE ${READER} NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  -- Without INHERIT, its policies do not apply to bundlewire_api itself.
  IF NOT pg_has_role('${nameOfRole('api')}', '${READER}', 'SET') THEN
    BEGIN
      GRANT ${READER} TO ${nameOfRole('api')} WITH INHERIT FALSE, SET TRUE;
    EXCEPTION WHEN unique_violation THEN NULL;
    END;
  END IF;
END
$$`;

/**
 * Creates the roles that do not exist yet. They have no password, so that no one can connect as them before one is set.
 * @throws MissingRoleError if they do not exist and this role may not create roles.
 */
export async function createRoles(client: Client): Promise<void> {
  try {
    await client.query(CREATE);
  } catch (error) {
    const refused = error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE;
    throw refused ? new MissingRoleError(error) : error;
  }
}

/** Gives each role what GRANTS says, and takes away all else, in one transaction: running processes notice nothing. */
export async function applyGrants(client: Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await client.query<Table>(TABLES);
    await client.query(rows.flatMap(grantsOf).join(';\n'));
    // Its owner's rights make partitions of coming months; the worker has none on the tables themselves.
    await client.query(`GRANT EXECUTE ON FUNCTION make_months, analyze_months TO ${nameOfRole('worker')}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

const TABLES = `
  SELECT c.relname AS name,
         ARRAY(SELECT a.attname::text FROM pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
         ARRAY(SELECT a.attname::text FROM pg_index i
                 JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
   ORDER BY c.relname`;

function grantsOf(table: Table): string[] {
  const name = quoted(table.name);
  return [
    `REVOKE ALL ON ${name} FROM ${[...ROLES.map(nameOfRole), READER].join(', ')}`,
    ...ROLES.flatMap((role, index) => {
      const rights = rightsOf(role, table, GRANTS[table.name]?.[index] ?? '');
      return rights === '' ? [] : [`GRANT ${rights} ON ${name} TO ${nameOfRole(role)}`];
    }),
    ...(READER_TABLES[table.name] === undefined
      ? []
      : [`GRANT ${selectWithoutSecrets(table)} ON ${name} TO ${READER}`]),
  ];
}

/** Such as `SELECT, INSERT`, or `SELECT (id, name)`; empty if there are none. */
function rightsOf(role: Role, table: Table, verbs: string): string {
  return [...verbs]
    .map((verb) => {
      // PostgreSQL locks rows for a role that may update one column, here of the key, which nothing ever changes.
      if (verb === 'L') return `UPDATE (${table.key.map(quoted).join(', ')})`;
      return role === 'read_only' ? selectWithoutSecrets(table) : VERBS[verb as keyof typeof VERBS];
    })
    .join(', ');
}

/** `read_only` and READER only select. */
function selectWithoutSecrets({ name, columns }: Table): string {
  const secrets = SECRETS[name] ?? [];
  if (secrets.length === 0) return VERBS.S;
  const readable = columns.filter((column) => !secrets.includes(column));
  return `${VERBS.S} (${readable.map(quoted).join(', ')})`;
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
