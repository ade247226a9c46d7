import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { addMissingSecrets, LostSecretError } from '../../deploy/secret-files.ts';

const ROOT = join(import.meta.dirname, '..', '..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const contents = () => Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]));

/** The files that docker-compose.yml reads from deploy/secrets. */
function filesOfCompose(): string[] {
  const { secrets } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'));
  return Object.values<{ file: string }>(secrets).map(({ file }) => file.replace('./deploy/secrets/', ''));
}

it('writes every file that docker-compose.yml reads, into a private folder', () => {
  const fresh = join(folder, 'secrets');
  expect(addMissingSecrets(fresh).toSorted()).toEqual(
    [...filesOfCompose(), 'read_only_database_url'].toSorted(),
  );
  expect(statSync(fresh).mode & 0o777).toBe(0o700);
});

it('writes nothing into a complete folder', () => {
  addMissingSecrets(folder);
  const before = contents();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  expect(addMissingSecrets(folder)).toEqual([]);
  expect(contents()).toEqual(before);
});

it('adds the roles of this version to the folder of an earlier one, and changes no file of it', () => {
  const earlier = {
    postgres_password: 'p',
    bundlewire_owner_password: 'o',
    bundlewire_app_password: 'a',
    owner_database_url: 'postgresql://bundlewire_owner:o@postgres:5432/bundlewire',
    database_url: 'postgresql://bundlewire_app:a@postgres:5432/bundlewire',
    temporal_postgres_password: 't',
    grafana_password: 'g',
    secrets_key: Buffer.alloc(32, 1).toString('base64'),
    gateways: '{"networks":{}}',
    reloadly_simulator: "CALLBACK_URLS='{}'\n",
  };
  for (const [name, text] of Object.entries(earlier)) writeFileSync(join(folder, name), text);

  const urls = ['migrations', 'api', 'worker', 'operator', 'read_only'].map((role) => `${role}_database_url`);
  expect(addMissingSecrets(folder)).toEqual(['auth_secret', ...urls, 'role_passwords']);
  expect(contents()).toMatchObject(earlier);
  expect(read('role_passwords')).toBe(
    urls
      .map((name) => new URL(read(name)))
      .map(({ username, password }) => `${username} ${password}\n`)
      .join(''),
  );
});

it('adds a line for a role that is new, behind the lines that are there', () => {
  addMissingSecrets(folder);
  const before = read('role_passwords').split('\n').slice(0, 3).join('\n');
  writeFileSync(join(folder, 'role_passwords'), before);
  unlinkSync(join(folder, 'operator_database_url'));
  const readOnly = new URL(read('read_only_database_url')).password;

  expect(addMissingSecrets(folder)).toEqual(['operator_database_url', 'role_passwords']);
  const operator = new URL(read('operator_database_url')).password;
  expect(read('role_passwords')).toBe(
    `${before}\nbundlewire_operator ${operator}\nbundlewire_read_only ${readOnly}\n`,
  );
});

it('gives a lost database URL the password that the database has', () => {
  addMissingSecrets(folder);
  const before = contents();
  unlinkSync(join(folder, 'api_database_url'));
  expect(addMissingSecrets(folder)).toEqual(['api_database_url']);
  expect(contents()).toEqual(before);
});

it('makes no new key for data that was sealed with the former one', () => {
  addMissingSecrets(folder);
  unlinkSync(join(folder, 'secrets_key'));
  unlinkSync(join(folder, 'auth_secret'));
  expect(() => addMissingSecrets(folder)).toThrow(LostSecretError);
  expect(() => addMissingSecrets(folder)).toThrow(/has no secrets_key, .* Restore it from your backup/s);
  expect(readdirSync(folder)).not.toContain('auth_secret');
});
