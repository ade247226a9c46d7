import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { request } from 'undici';
import { createPool } from '../../../db/pool.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { lineFeeds } from '../histories/line-feeds.ts';
import { addManyLines } from '../histories/many-lines.ts';
import { createMeter } from '../load/costs.ts';
import { residentMibOf } from '../load/proc.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

const GOAL = 0.4;
const LINES = Number(process.env.BENCH_LINES ?? 1_000_000);
const STATEMENT_TIMEOUT_MS = 600_000;
const MEMORY_EVERY_MS = 200;
const MEMORY_GROWTH_MAX_MIB = 64;

/**
 * Row 5: a statement of a million lines as CSV over HTTP, against COPY of the same columns to the same process. The
 * memory of the API is looked at all the while.
 */
export async function benchStatement(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, {
    max: 2,
    applicationName: 'bench',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    log(`  writing ${LINES} lines …`);
    await addManyLines(pool, stack.accountId, LINES);
    const expected = await linesOf(pool, stack.accountId);
    await yardstick(pool, stack.accountId);

    const atRest = residentMib(stack);
    const meter = await createMeter(pool, stack.pids);
    const yardstickMeter = await createMeter(pool, {});
    let errors = 0;
    const [growths, peaks]: [number[], number[]] = [[], []];
    const measured = await measureRounds(log, async (round) => {
      const before = residentMib(stack);
      const product = await meter.during(() => download(stack));
      const copied = await yardstickMeter.during(() => yardstick(pool, stack.accountId));
      for (const { lines } of [product, copied]) if (lines !== expected) errors += 1;
      growths.push(product.memoryMib - before);
      peaks.push(product.memoryMib);
      log(
        `  round ${round}: ${product.seconds.toFixed(2)} s over HTTP, ${copied.seconds.toFixed(2)} s by COPY, ` +
          `API at most ${Math.round(product.memoryMib)} MiB`,
      );
      return { product: expected / product.seconds, yardstick: expected / copied.seconds };
    });
    // Resident memory, with what V8 has not collected yet: the most while one statement streams against just before.
    const growth = Math.round(Math.max(...growths));
    const allRounds = Math.round(Math.max(...peaks) - atRest);
    log(
      `  the API grew by ${growth} MiB in one round, by ${allRounds} MiB over all from ${Math.round(atRest)} MiB`,
    );
    // Memory that is not flat is a failure of the run, as a missing line is.
    if (growth > MEMORY_GROWTH_MAX_MIB) errors += 1;
    const facts = { api_growth_mib: growth, api_growth_all_rounds_mib: allRounds };
    return {
      ...benchRow('statement', 'lines/s', GOAL, measured, errors, facts),
      costs: meter.perUnit('line', measured.length * expected),
      yardstickCosts: yardstickMeter.perUnit('line', measured.length * expected),
    };
  } finally {
    await pool.end();
    await stack.stop();
  }
}

interface Download {
  readonly seconds: number;
  readonly lines: number;
}

/** The whole day as a client gets it; counted without the header. */
async function download(stack: BenchStack): Promise<Download & { readonly memoryMib: number }> {
  const today = new Date().toISOString().slice(0, 10);
  let memoryMib = 0;
  const watch = setInterval(() => {
    memoryMib = Math.max(memoryMib, residentMib(stack));
  }, MEMORY_EVERY_MS);
  try {
    const begin = performance.now();
    const { statusCode, body } = await request(`${stack.apiUrl}/v1/statements/${today}/lines`, {
      headers: { authorization: `Bearer ${stack.apiKey}`, accept: 'text/csv' },
      bodyTimeout: STATEMENT_TIMEOUT_MS,
    });
    const lines = await countLines(body);
    const seconds = (performance.now() - begin) / 1_000;
    return { seconds, lines: statusCode === 200 ? lines - 1 : -1, memoryMib };
  } finally {
    clearInterval(watch);
  }
}

async function yardstick(pool: Pool, accountId: AccountId): Promise<Download> {
  const client = await pool.connect();
  try {
    const begin = performance.now();
    const lines = await countLines(
      client.query(
        copyTo(`
          COPY (SELECT id, type, occurred_at, purchase_id, reference, phone_number, bundle_id, amount, currency, balance_after
                  FROM statement_lines
                 WHERE account_id = '${uuidOf('acc', accountId)}'
                 ORDER BY seq) TO STDOUT WITH (FORMAT csv)`),
      ),
    );
    return { seconds: (performance.now() - begin) / 1_000, lines };
  } finally {
    client.release();
  }
}

async function countLines(chunks: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0;
  for await (const chunk of chunks) lines += lineFeeds(chunk);
  return lines;
}

async function linesOf(pool: Pool, accountId: AccountId): Promise<number> {
  const { rows } = await pool.query<{ lines: number }>({
    text: `SELECT count(*) AS lines FROM statement_lines WHERE account_id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0]?.lines ?? 0;
}

function residentMib({ pids }: BenchStack): number {
  return residentMibOf(pids.API);
}
