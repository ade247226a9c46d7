import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoGateways, simulatorEnvironment } from '../dev/gateways.ts';
import { envFileOf } from './env-file.ts';

const FOLDER = join(import.meta.dirname, 'secrets');
const SIMULATOR_FILE = join(FOLDER, 'reloadly_simulator');
const API_URL = 'http://api:8080';

/** Writes the files that docker-compose.yml reads as secrets; those that exist are left as they are. */
function main(): void {
  if (existsSync(FOLDER)) {
    // Drawn from a secret that is there, so a folder of an earlier version can be completed.
    if (!existsSync(SIMULATOR_FILE)) writeSimulatorFile(readFileSync(join(FOLDER, 'secrets_key'), 'utf8'));
    console.log(`${FOLDER} exists and is left as it is: new passwords would not fit the databases.`);
    return;
  }
  // The folder is closed to others; the files are not, for containers read them as their own users.
  mkdirSync(FOLDER, { mode: 0o700 });
  const write = (name: string, text: string) => writeFileSync(join(FOLDER, name), text, { mode: 0o644 });

  const password = randomBytes(24).toString('base64url');
  const secretsKey = randomBytes(32).toString('base64');
  const surroundings = {
    apiUrl: API_URL,
    simulators: { dtone: 'http://simulator:8090', reloadly: 'http://reloadly-simulator:8091' },
    secretsKey,
  };
  write('postgres_password', password);
  write('database_url', `postgresql://bundlewire:${password}@postgres:5432/bundlewire`);
  write('temporal_postgres_password', randomBytes(24).toString('base64url'));
  write('secrets_key', secretsKey);
  write('gateways', JSON.stringify(demoGateways(surroundings), null, 2));
  writeSimulatorFile(secretsKey);
  console.log(`Written to ${FOLDER}. Keep it: without secrets_key no webhook can be signed again.`);
}

/** Reloadly is told once, and not in each order, where to call us back and with what to sign: so is its simulator. */
function writeSimulatorFile(secretsKey: string): void {
  const environment = simulatorEnvironment('reloadly', { apiUrl: API_URL, secretsKey });
  writeFileSync(SIMULATOR_FILE, envFileOf(environment), { mode: 0o644 });
}

main();
