import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../../contract/batches/batch.ts';
import type { ManagedProcess } from '../../../tools/stack/process.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { run } from '../../support/cli/terminal.ts';
import { counts, endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { bodiesOf, MIXED, type Posted, postAnywhere } from '../../support/faults/load.ts';
import { type PgBouncer, startPgBouncer } from '../../support/faults/pgbouncer.ts';
import { seeded } from '../../support/faults/seed.ts';
import { needsProgram } from '../../support/installed.ts';
import { retryWhileBusy } from '../../support/retry.ts';

const PURCHASES = 240;
const ROWS = 200;
const ENDED_MS = 300_000;

/** Two API and three worker processes over one PostgreSQL behind PgBouncer and one Temporal server. */
interface Several extends FaultStack {
  readonly bouncer: PgBouncer;
  /** By PgBouncer, as the processes use it. */
  readonly pooledUrl: string;
  readonly apis: readonly [ManagedProcess, ManagedProcess];
  readonly workers: readonly ManagedProcess[];
}

describe.runIf(OWN_SERVERS)('two API and three worker processes behind PgBouncer in session mode', () => {
  const random = seeded(import.meta.url);
  const started: Several[] = [];
  afterAll(async () => {
    for (const { stop, bouncer } of started) {
      await stop();
      await bouncer.close();
    }
  });

  it('settle all purchases and a campaign while an API and a worker are killed (SIGKILL)', async (context) => {
    needsProgram(context, 'pgbouncer', 'pgbouncer');
    const several = await startSeveral();
    started.push(several);
    const [first, second] = several.apis;
    const [doomed, ...survivors] = several.workers;
    const left = second.ready.url ?? '';
    const urls = [first.ready.url ?? '', left];
    const bodies = bodiesOf({ name: 'several', count: PURCHASES, endings: MIXED, random });
    const posting = postAnywhere(several, urls, bodies, { pauseMs: 80 });
    const { id } = await upload(several, left);
    await eventually('the campaign is on its way', ENDED_MS, async () => {
      const { successful } = (await campaign(several, left, id)).counts;
      return successful > 10;
    });
    first.kill('SIGKILL');
    await sleep(random.between(0, 1_000));
    doomed?.kill('SIGKILL');
    const { pending } = await counts(several);
    const posted = await posting;

    await eventually('the campaign has ended', ENDED_MS, async () => {
      return (await campaign(several, left, id)).status === 'completed';
    });
    const { seconds, successful, failed } = await endsWell(several, posted);
    expect((await campaign(several, left, id)).counts).toMatchObject({ successful: ROWS, refused: 0 });
    // A client whose connection broke sends the same reference to the other API process.
    expect(posted.filter(({ kind }) => kind === 'unanswered')).toEqual([]);
    for (const worker of survivors) expect(await settledBy(worker)).toBeGreaterThan(0);
    await verifies(several);
    report({
      fault: 'one of 2 APIs and one of 3 workers SIGKILL, behind PgBouncer',
      broken: `${pending} purchases were pending; ${resent(posted)} requests were sent again to the other API`,
      held: `${successful} delivered and ${failed} failed once, campaign of ${ROWS} rows completed, books equal`,
      seconds,
    });
  });
});

async function startSeveral(): Promise<Several> {
  const bouncers: PgBouncer[] = [];
  const stack = await startFaultStack({
    // Two API processes open up to 68 connections, three workers up to 210.
    postgresSettings: { max_connections: '320' },
    network: { inFlightMax: 100 },
    pooler: async (server) => {
      const bouncer = await startPgBouncer(server);
      bouncers.push(bouncer);
      return bouncer.port;
    },
  });
  const [bouncer] = bouncers;
  if (bouncer === undefined) throw new Error('no PgBouncer was started');
  const { restart, processes } = stack.stack;
  const [secondApi, secondWorker, thirdWorker] = await Promise.all([
    restart('secondApi'),
    restart('secondWorker'),
    restart('thirdWorker'),
  ]);
  const pooled = new URL(stack.stack.databaseUrl);
  pooled.port = String(bouncer.port);
  return {
    ...stack,
    bouncer,
    pooledUrl: pooled.href,
    apis: [processes.api, secondApi],
    workers: [processes.worker, secondWorker, thirdWorker],
  };
}

async function upload(stack: FaultStack, apiUrl: string): Promise<BatchResource> {
  const rows = Array.from(
    { length: ROWS },
    (_, index) => `+234803${String(1_000 + index).padStart(4, '0')}555,bnd_mtn_ng_500mb_7d`,
  );
  const response = await retryWhileBusy(() =>
    fetch(`${apiUrl}/v1/batches?reference=several`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'text/csv' },
      body: ['phone_number,bundle_id', ...rows].join('\n'),
    }),
  );
  return BatchResource.parse(await response.json());
}

async function campaign({ apiKey }: FaultStack, apiUrl: string, id: string): Promise<BatchResource> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await retryWhileBusy(() => fetch(`${apiUrl}/v1/batches/${id}`, { headers }));
  return BatchResource.parse(await response.json());
}

/** How many purchases a worker has settled, by its metrics. */
async function settledBy({ ready }: ManagedProcess): Promise<number> {
  const metrics = await (await fetch(ready.metrics_url ?? '')).text();
  const samples = [...metrics.matchAll(/^bundlewire_purchases_settled_total\{.*\} (\d+)$/gm)];
  return samples.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** `bundlewire verify`, over PgBouncer as well. */
async function verifies({ stack, pooledUrl, temporalAddress }: Several): Promise<void> {
  const environment = {
    DATABASE_URL: urlAs('operator', pooledUrl),
    TEMPORAL_ADDRESS: temporalAddress,
    GATEWAYS_FILE: stack.gatewaysFile,
  };
  const { out, err, exitCode } = await run(['verify'], { environment });
  expect({ exitCode, err }, out).toEqual({ exitCode: 0, err: '' });
}

function resent(posted: readonly Posted[]): number {
  return posted.filter(({ status }) => status === 200).length;
}
