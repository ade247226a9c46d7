import { Client, type ClientBase } from 'pg';
import { nameOfRole, ROLES, type Role } from '../../../db/roles/grants.ts';

/** The address of a database for another role. In development, all roles have the password of the address. */
export function urlAs(role: Role, databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = nameOfRole(role);
  return url.href;
}

/**
 * Gives all roles the password of the address, so that processes can connect as them. Only for development: in production,
 * each role has its own password. An address without a password changes nothing.
 */
export async function setRolePasswords(databaseUrl: string): Promise<void> {
  const { password } = new URL(databaseUrl);
  if (password === '') return;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const literal = client.escapeLiteral(decodeURIComponent(password));
    for (const role of ROLES) await alter(client, `ALTER ROLE ${nameOfRole(role)} PASSWORD ${literal}`);
  } finally {
    await client.end();
  }
}

const ATTEMPTS = 10;

/** Roles belong to the server: another stack or test run on it may change the same role at the same time. */
async function alter(client: ClientBase, statement: string, attempt = 1): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    const concurrent = error instanceof Error && error.message === 'tuple concurrently updated';
    if (!concurrent || attempt === ATTEMPTS) throw error;
    await alter(client, statement, attempt + 1);
  }
}
