import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoGateways, simulatorEnvironment } from '../services/catalogue/demo/gateways.ts';
import { envFileOf } from './env-file.ts';

const FOLDER = join(import.meta.dirname, 'secrets');
const API_URL = 'http://api:8080';

/** Writes the files that docker-compose.yml reads as secrets; a folder that exists is left as it is. */
function main(): void {
  if (existsSync(FOLDER)) {
    console.log(
      `${FOLDER} exists and is left as it is: new passwords would not fit the databases. To start again with nothing, ` +
        'delete it and the volumes (docker compose down --volumes).',
    );
    return;
  }
  // The folder is closed to others; the files are not, for containers read them as their own users.
  mkdirSync(FOLDER, { mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text, { mode: 0o644 });

  const secretsKey = randomBytes(32).toString('base64');
  const surroundings = {
    apiUrl: API_URL,
    simulators: { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' },
    secretsKey,
  };
  write('postgres_password', newPassword());
  writeRole('bundlewire_owner', 'owner_database_url', write);
  writeRole('bundlewire_app', 'database_url', write);
  write('temporal_postgres_password', newPassword());
  write('grafana_password', newPassword());
  write('secrets_key', secretsKey);
  write('gateways', JSON.stringify(demoGateways(surroundings), null, 2));
  write('reloadly_simulator', simulatorFile(secretsKey));
  console.log(`Written to ${FOLDER}. Keep it: without secrets_key no webhook can be signed again.`);
}

/** A role of deploy/postgres/roles.sql: its password, and the URL by which it connects. */
function writeRole(role: string, urlFile: string, write: (name: string, text: string) => void): void {
  const password = newPassword();
  write(`${role}_password`, password);
  write(urlFile, `postgresql://${role}:${password}@postgres:5432/bundlewire`);
}

/** Reloadly learns once, and not with each order, where to call back and what to sign with: so does its simulator. */
function simulatorFile(secretsKey: string): string {
  return envFileOf(simulatorEnvironment('reloadly', { apiUrl: API_URL, secretsKey }));
}

/** Letters, digits, - and _: it goes into SQL and URLs as it is. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

main();
