import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { idFromUuid, uuidOf } from '../../../domain/ids.ts';
import { type LoadResult, runLoad } from '../load/http-load.ts';
import { agreementRow, type BenchRow, median } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';
import { writeBodies } from '../witness/bodies.ts';
import { findOha, type OhaResult, runOha } from '../witness/oha.ts';
import { acceptLoad } from './accept.ts';

/** How far our figure may be from that of the witness. */
const WITHIN = 0.1;
const ROUND_MS = Number(process.env.BENCH_ROUND_MS ?? 6_000);
const CONNECTIONS = 64;
/** So many that oha, which draws them at random, hardly draws one twice in a round. */
const BODIES = 1_000_000;
const IDS = 1_000;

/**
 * Our load generator against oha, a program of others, with the same requests over as many connections: accepting purchases and
 * reading them by id, each counted by its own answers.
 */
export async function benchWitness(log: (line: string) => void): Promise<BenchRow[]> {
  const oha = await findOha(log);
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, { max: 2, applicationName: 'bench' });
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-witness-'));
  try {
    return [await acceptRow(oha, stack, folder, log), await readRow(oha, stack, pool, folder, log)];
  } finally {
    await pool.end();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function acceptRow(
  oha: string,
  stack: BenchStack,
  folder: string,
  log: (line: string) => void,
): Promise<BenchRow> {
  const bodiesFile = join(folder, 'bodies.txt');
  const url = `${stack.apiUrl}/v1/purchases`;
  const witness = async (name: string) => {
    await writeBodies(bodiesFile, name, BODIES);
    return runOha(oha, { ...loadOf(stack), target: { url }, bodiesFile });
  };
  await acceptLoad(stack, ROUND_MS);
  await witness('witness-warm-up');
  // A body that oha draws again is answered as the first time, with 200.
  const isRight = (status: number) => status === 201 || status === 200;
  return compare('accept', 'purchases/s', log, isRight, async (round) => ({
    ours: await acceptLoad(stack, ROUND_MS),
    theirs: await witness(`witness-${round}`),
  }));
}

async function readRow(
  oha: string,
  stack: BenchStack,
  pool: Pool,
  folder: string,
  log: (line: string) => void,
): Promise<BenchRow> {
  const paths = await pathsOf(pool, stack);
  const urlsFile = join(folder, 'urls.txt');
  writeFileSync(urlsFile, `${paths.map((path) => `${stack.apiUrl}${path}`).join('\n')}\n`);
  const witness = () => runOha(oha, { ...loadOf(stack), target: { urlsFile } });
  await readLoad(stack, paths);
  await witness();
  const isRight = (status: number) => status === 200;
  return compare('reads by id', 'reads/s', log, isRight, async () => ({
    ours: await readLoad(stack, paths),
    theirs: await witness(),
  }));
}

interface Compared {
  readonly ours: LoadResult;
  readonly theirs: OhaResult;
}

async function compare(
  name: string,
  unit: string,
  log: (line: string) => void,
  isRight: (status: number) => boolean,
  once: (round: number) => Promise<Compared>,
): Promise<BenchRow> {
  let errors = 0;
  const rounds = await measureRounds(log, async (round) => {
    const { ours, theirs } = await once(round);
    errors += wrong(ours.byStatus, isRight) + wrong(theirs.byStatus, isRight) + theirs.failed;
    const [product, yardstick] = [perSecond(ours), perSecond(theirs)];
    log(`  ${name}, round ${round}: ${Math.round(product)} by ours, ${Math.round(yardstick)} by oha`);
    return { product, yardstick, p99Ms: theirs.p99Ms };
  });
  const facts = { 'p99 by oha, ms': Math.round(median(rounds.map(({ p99Ms }) => p99Ms))) };
  return agreementRow(`witness: ${name}`, unit, WITHIN, rounds, errors, facts);
}

function perSecond({ byStatus, seconds }: Pick<LoadResult, 'byStatus' | 'seconds'>): number {
  return [...byStatus.values()].reduce((sum, count) => sum + count, 0) / seconds;
}

function wrong(byStatus: ReadonlyMap<number, number>, isRight: (status: number) => boolean): number {
  return [...byStatus].reduce((sum, [status, count]) => (isRight(status) ? sum : sum + count), 0);
}

function loadOf({ apiKey }: BenchStack) {
  return { apiKey, connections: CONNECTIONS, seconds: ROUND_MS / 1_000 };
}

function readLoad({ apiUrl, apiKey }: BenchStack, paths: readonly string[]): Promise<LoadResult> {
  const { hostname: host, port } = new URL(apiUrl);
  const request = () => {
    const path = paths[Math.floor(Math.random() * paths.length)];
    return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
  };
  return runLoad({
    host,
    port: Number(port),
    connections: CONNECTIONS,
    durationMs: ROUND_MS,
    nextRequest: request,
  });
}

async function pathsOf(pool: Pool, { accountId }: BenchStack): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    text: 'SELECT id FROM purchases WHERE account_id = $1 LIMIT $2',
    values: [uuidOf('acc', accountId), IDS],
  });
  return rows.map(({ id }) => `/v1/purchases/${idFromUuid('pur', id)}`);
}
