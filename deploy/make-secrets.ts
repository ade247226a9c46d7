import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoGateways } from '../dev/gateways.ts';

const FOLDER = join(import.meta.dirname, 'secrets');

/** Writes the files that docker-compose.yml reads as secrets; those that exist are left as they are. */
function main(): void {
  if (existsSync(FOLDER)) {
    console.log(`${FOLDER} exists and is left as it is: new passwords would not fit the databases.`);
    return;
  }
  // The folder is closed to others; the files are not, for containers read them as their own users.
  mkdirSync(FOLDER, { mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text, { mode: 0o644 });

  const password = randomBytes(24).toString('base64url');
  const secretsKey = randomBytes(32).toString('base64');
  const surroundings = {
    apiUrl: 'http://api:8080',
    simulators: { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' },
    secretsKey,
  };
  write('postgres_password', password);
  write('database_url', `postgresql://bundlewire:${password}@postgres:5432/bundlewire`);
  write('temporal_postgres_password', randomBytes(24).toString('base64url'));
  write('secrets_key', secretsKey);
  write('gateways', JSON.stringify(demoGateways(surroundings), null, 2));
  console.log(`Written to ${FOLDER}. Keep it: without secrets_key no webhook can be signed again.`);
}

main();
