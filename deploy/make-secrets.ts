import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoGateways, simulatorEnvironment } from '../services/catalogue/demo/gateways.ts';
import { envFileOf } from './env-file.ts';

const FOLDER = join(import.meta.dirname, 'secrets');
const API_URL = 'http://api:8080';
/** As in deploy/postgres/roles.sql, without the prefix `bundlewire_`. */
const DATABASE_ROLES = ['migrations', 'api', 'worker', 'operator', 'read_only'];

/** Writes the files that docker-compose.yml reads as secrets. Leaves an existing folder unchanged. */
function main(): void {
  if (existsSync(FOLDER)) {
    console.log(
      `${FOLDER} already exists, so nothing was written: new passwords would not match the databases. To start with ` +
        'empty databases, delete the folder and the volumes (docker compose down --volumes), then run this again.',
    );
    return;
  }
  // Only the folder is private: containers read the files as different users.
  mkdirSync(FOLDER, { mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text, { mode: 0o644 });

  const secretsKey = randomBytes(32).toString('base64');
  const surroundings = {
    apiUrl: API_URL,
    simulators: { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' },
    secretsKey,
  };
  write('postgres_password', newPassword());
  writeRoles(write);
  write('temporal_postgres_password', newPassword());
  write('grafana_password', newPassword());
  write('secrets_key', secretsKey);
  write('auth_secret', randomBytes(32).toString('base64'));
  write('gateways', JSON.stringify(demoGateways(surroundings), null, 2));
  write('reloadly_simulator', simulatorFile(secretsKey));
  console.log(
    `Secrets written to ${FOLDER}. Keep this folder: without secrets_key, no webhook can be signed.`,
  );
}

/** Writes a database URL for each role, and one file with all passwords, which only PostgreSQL reads. */
function writeRoles(write: (name: string, text: string) => void): void {
  const passwords = DATABASE_ROLES.map((role) => {
    const password = newPassword();
    write(`${role}_database_url`, `postgresql://bundlewire_${role}:${password}@postgres:5432/bundlewire`);
    return `bundlewire_${role} ${password}\n`;
  });
  write('role_passwords', passwords.join(''));
}

/** Reloadly has one callback URL and signing secret per account, so its simulator reads them when it starts. */
function simulatorFile(secretsKey: string): string {
  return envFileOf(simulatorEnvironment('reloadly', { apiUrl: API_URL, secretsKey }));
}

/** Letters, digits, - and _ only, so that it needs no escaping in SQL and URLs. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

main();
