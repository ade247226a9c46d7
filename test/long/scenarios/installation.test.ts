import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Connection, Client as TemporalClient } from '@temporalio/client';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../clients/typescript/src/index.ts';
import { replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import { createPool } from '../../../db/pool.ts';
import { ROLES, type Role } from '../../../db/roles/grants.ts';
import { networkQueue } from '../../../domain/network/queues.ts';
import { databaseUrl, runOnServer } from '../../support/database.ts';
import { accountIdOf, type Client, openClient, wish } from '../../support/scenarios/client.ts';
import { eventually, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NAMESPACE = `payments-${randomBytes(4).toString('hex')}`;
const GLO_QUEUE = networkQueue('net_glo_ng', true);
const OFFICE = '203.0.113.5';
const ELSEWHERE = '198.51.100.7';
/** Longest that a migration may take. */
const MIGRATED_MS = 240_000;

/** The roles of deploy/postgres/roles.sql, in a database that was made with it. */
interface Installed {
  readonly superuserUrl: string;
  urlOf(role: Role | 'migrations'): string;
}

let scenario: Scenario;
let installed: Installed;
let admin: Pool;
let client: Client;
let proxies: Server[] = [];
beforeAll(async () => {
  scenario = await startScenario({
    env: {
      TRUSTED_PROXIES: '127.0.0.1/32',
      // None comes back while guesses are made one after another.
      FAILED_ATTEMPTS_PER_SECOND: '0.01',
      FAILED_ATTEMPTS_BURST: '3',
    },
  });
  installed = await createRoles(scenario.stack.databaseUrl);
  admin = createPool(installed.superuserUrl, { max: 2, applicationName: 'test' });
  await migrate();
  await restart('api', {});
  await restart('worker', { TEMPORAL_NAMESPACE: NAMESPACE });
  client = await openClient({ stack: { ...scenario.stack, databaseUrl: installed.superuserUrl } }, 100);
});
afterAll(async () => {
  for (const proxy of proxies) proxy.close();
  proxies = [];
  await Promise.all([client?.close(), admin?.end()]);
  await scenario?.close();
});

it('prepares the namespace that TEMPORAL_NAMESPACE names and buys through it', async () => {
  const { id } = await client.bought(wish('mtn'));
  await eventually(async () => expect((await client.read(id)).status).toBe('successful'));

  const connection = await Connection.connect({ address: scenario.stack.temporalAddress });
  try {
    const { workflow } = new TemporalClient({ connection, namespace: NAMESPACE });
    await eventually(async () => {
      const { searchAttributes, status } = await workflow.getHandle(id).describe();
      expect(status.name).toBe('COMPLETED');
      expect(searchAttributes.NetworkId).toEqual(['net_mtn_ng']);
    });
  } finally {
    await connection.close();
  }
});

it('keeps the pace, product codes and timeouts that an operator has changed when it migrates and seeds again', async () => {
  await admin.query(`
    UPDATE network_queues SET rate_per_second = 7, burst = 9, in_flight_max = 11 WHERE queue = '${GLO_QUEUE}';
    UPDATE networks SET gateway_timeout_ms = 4321, resolve_within_ms = 765000 WHERE id = 'net_glo_ng';
    UPDATE bundles SET product_code = '777' WHERE id = 'bnd_glo_ng_1gb_30d';`);

  await migrate();

  const { rows } = await admin.query(`
    SELECT q.rate_per_second, q.burst, q.in_flight_max, n.gateway_timeout_ms, n.resolve_within_ms, b.product_code
      FROM network_queues q JOIN networks n ON n.id = q.network_id JOIN bundles b ON b.network_id = n.id
     WHERE q.queue = '${GLO_QUEUE}' AND b.id = 'bnd_glo_ng_1gb_30d'`);
  expect(rows).toEqual([
    {
      rate_per_second: 7,
      burst: 9,
      in_flight_max: 11,
      gateway_timeout_ms: 4321,
      resolve_within_ms: 765_000,
      product_code: '777',
    },
  ]);
});

it("judges allow-lists and wrong keys by the client's own address behind a proxy", async () => {
  const [office, elsewhere] = await Promise.all([proxyFor(OFFICE), proxyFor(ELSEWHERE)]);
  const accountId = accountIdOf(client);
  const actor = { operator: 'test', reason: 'the office only' };
  await replaceAllowedRanges(admin, accountId, [`${OFFICE}/32`], actor);

  const atOffice = createClient({ baseUrl: office, apiKey: client.apiKey, retries: { attempts: 1 } });
  const strange = createClient({ baseUrl: elsewhere, apiKey: client.apiKey, retries: { attempts: 1 } });
  // API processes read an allow-list again within a second.
  await eventually(() => expect(strange.balance()).rejects.toMatchObject({ code: 'ip_not_allowed' }));
  expect((await atOffice.purchases.create(wish('mtn'))).purchase.status).toBe('pending');

  const guess = createClient({ baseUrl: elsewhere, apiKey: 'bw_live_wrong', retries: { attempts: 1 } });
  await eventually(() => expect(guess.balance()).rejects.toMatchObject({ code: 'rate_limited' }));
  expect((await atOffice.balance()).object).toBe('balance');
});

/** A database with the roles that docker-compose.yml gives it. */
async function createRoles(serverUrl: string): Promise<Installed> {
  await runOnServer(serverUrl, 'CREATE DATABASE installed');
  const superuserUrl = databaseUrl(serverUrl, 'installed');
  const roles = readFileSync(join(ROOT, 'deploy/postgres/roles.sql'), 'utf8');
  await runOnServer(superuserUrl, roles);
  await runOnServer(superuserUrl, roles);
  const password = randomBytes(12).toString('base64url');
  for (const role of [...ROLES, 'migrations'])
    await runOnServer(superuserUrl, `ALTER ROLE bundlewire_${role} PASSWORD '${password}'`);
  const urlOf = (role: string) => {
    const url = new URL(superuserUrl);
    url.username = `bundlewire_${role}`;
    url.password = password;
    return url.href;
  };
  return { superuserUrl, urlOf };
}

async function restart(program: 'api' | 'worker', env: Readonly<Record<string, string>>): Promise<void> {
  await scenario.stack.processes[program].stop();
  await scenario.stack.restart(program, { DATABASE_URL: installed.urlOf(program), ...env });
}

/** What a deployment runs before API and worker. */
async function migrate(): Promise<void> {
  await promisify(execFile)(process.execPath, ['deploy/migrate.ts'], {
    cwd: ROOT,
    timeout: MIGRATED_MS,
    env: {
      ...process.env,
      DATABASE_URL: installed.urlOf('migrations'),
      TEMPORAL_ADDRESS: scenario.stack.temporalAddress,
      TEMPORAL_NAMESPACE: NAMESPACE,
      SEED_DEMO_CATALOGUE: 'yes',
    },
  });
}

/** A reverse proxy whose clients all have one address; returns its URL. */
async function proxyFor(address: string): Promise<string> {
  const { hostname, port } = new URL(scenario.stack.apiUrl);
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': address };
    const onward = forward(
      { hostname, port, method: request.method, path: request.url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  proxies.push(proxy);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const bound = proxy.address();
  return `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
}
