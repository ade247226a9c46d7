import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoGateways, simulatorEnvironment } from '../services/catalogue/demo/gateways.ts';
import { envFileOf } from './env-file.ts';

const API_URL = 'http://api:8080';
/** As in deploy/postgres/roles.sql, without the prefix `bundlewire_`. */
const DATABASE_ROLES = ['migrations', 'api', 'worker', 'operator', 'read_only'];
/** Stored data can only be read with these, so that a new one would not fit. */
const BOUND_TO_DATA = ['postgres_password', 'temporal_postgres_password', 'secrets_key'];

/** An existing folder lacks a file that cannot be made again. Nothing was written. */
export class LostSecretError extends Error {
  override readonly name = 'LostSecretError';

  constructor(folder: string, lost: readonly string[]) {
    super(
      `${folder} has no ${lost.join(', ')}, and the stored data needs the former content. Restore it from your backup. To ` +
        'start with empty databases, delete the folder and the volumes (docker compose down --volumes), then run this again.',
    );
  }
}

/**
 * Adds the files that docker-compose.yml reads as secrets, and leaves existing ones as they are. In `role_passwords`, it adds a
 * line for each role that has none.
 * @returns the names of the files that were added or got lines.
 * @throws LostSecretError
 */
export function addMissingSecrets(folder: string): readonly string[] {
  // Only the folder is private: containers read the files as different users.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = readdirSync(folder);
  const lost = found.length === 0 ? [] : BOUND_TO_DATA.filter((name) => !found.includes(name));
  if (lost.length > 0) throw new LostSecretError(folder, lost);

  const added: string[] = [];
  const add = (name: string, make: () => string): string => {
    const path = join(folder, name);
    if (existsSync(path)) return readFileSync(path, 'utf8');
    const text = make();
    writeFileSync(path, text, { mode: 0o644, flag: 'wx' });
    added.push(name);
    return text;
  };
  add('postgres_password', newPassword);
  add('temporal_postgres_password', newPassword);
  add('grafana_password', newPassword);
  const secretsKey = add('secrets_key', newKey).trim();
  add('auth_secret', newKey);
  add('gateways', () => gatewaysFile(secretsKey));
  add('reloadly_simulator', () => simulatorFile(secretsKey));
  if (addRoles(folder, add)) added.push('role_passwords');
  return added;
}

/** Adds a database URL for each role, and the file with all passwords, which only PostgreSQL reads. */
function addRoles(folder: string, add: (name: string, make: () => string) => string): boolean {
  const path = join(folder, 'role_passwords');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const known = new Map(text.split('\n').map((line) => line.split(' ') as [string, string | undefined]));
  const lines = DATABASE_ROLES.flatMap((role) => {
    const name = `bundlewire_${role}`;
    const url = add(`${role}_database_url`, () => urlOf(name, known.get(name) ?? newPassword()));
    return known.has(name) ? [] : [`${name} ${new URL(url.trim()).password}\n`];
  });
  if (lines.length === 0) return false;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(path, separator + lines.join(''), { mode: 0o644 });
  return true;
}

function urlOf(role: string, password: string): string {
  return `postgresql://${role}:${password}@postgres:5432/bundlewire`;
}

function gatewaysFile(secretsKey: string): string {
  const simulators = { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' };
  return JSON.stringify(demoGateways({ apiUrl: API_URL, simulators, secretsKey }), null, 2);
}

/** Reloadly has one callback URL and signing secret per account, so its simulator reads them when it starts. */
function simulatorFile(secretsKey: string): string {
  return envFileOf(simulatorEnvironment('reloadly', { apiUrl: API_URL, secretsKey }));
}

/** Letters, digits, - and _ only, so that it needs no escaping in SQL and URLs. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
