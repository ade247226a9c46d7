import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { API_NODE_ARGS } from '../../../tools/stack/stack-processes.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

let database: TestDatabase;
/** A port that another program has. */
const taken = createServer();
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  taken.close();
  await database.drop();
});

it.each(['PROBES_PORT', 'PORT'])('an API whose %s is taken says so, and ends with a code', async (name) => {
  const folder = temporaryStateDir();
  mkdirSync(folder, { recursive: true });
  const gatewaysFile = join(folder, 'gateways.json');
  writeFileSync(gatewaysFile, JSON.stringify({ networks: {} }), { mode: 0o600 });
  const env = {
    ...process.env,
    DATABASE_URL: urlAs('api', database.url),
    GATEWAYS_FILE: gatewaysFile,
    HOST: '127.0.0.1',
    PORT: '0',
    PROBES_PORT: '0',
    [name]: String(port),
  };
  const api = spawn(process.execPath, [...API_NODE_ARGS, join(ROOT, 'api', 'server.ts')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(api.stderr), once(api, 'exit')]);
  expect(said).toMatch(new RegExp(`The API cannot start: .*EADDRINUSE.*${port}`));
  expect(code).toBe(1);
});
