import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type { Pool } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createPool } from '../../../db/pool.ts';
import { type BatchId, parseId } from '../../../domain/ids.ts';
import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import { createMeter } from '../load/costs.ts';
import { type BenchRow, benchRow } from '../report.ts';
import { measureRounds, measureThereAndBack } from '../rounds.ts';
import { type BenchStack, startAccounting } from '../stack.ts';

const GOAL = 0.5;
const ROWS = 100_000;

/**
 * Row 4: a CSV batch over HTTP, validated into the database to the last row, against csv-parse to nothing and then COPY of
 * the same rows into a table with the same keys and indexes.
 */
export async function benchCsv(log: (line: string) => void): Promise<BenchRow> {
  const stack = await startAccounting();
  const pool = createPool(stack.databaseUrl, { max: 2, applicationName: 'bench' });
  try {
    const file = Buffer.from(campaignFile(ROWS));
    await pool.query('CREATE TABLE yardstick_rows (LIKE batch_rows INCLUDING ALL)');
    await upload(stack, file, 'warm-up');
    const warm = await upload(stack, file, 'warm-up-2');

    const meter = await createMeter(pool, stack.pids);
    const measured = await measureRounds(log, async (round) => {
      let uploads = 0;
      let id = warm;
      const rates = await measureThereAndBack(
        {
          product: async (count) => {
            const began = performance.now();
            id = await meter.during(() => upload(stack, file, `round-${round}-${++uploads}`));
            return count / ((performance.now() - began) / 1_000);
          },
          yardstick: async (count) => count / (await yardstickSeconds(pool, file, id)),
        },
        2 * ROWS,
      );
      log(
        `  round ${round}: ${Math.round(rates.product)} against ${Math.round(rates.yardstick)} rows a second`,
      );
      return rates;
    });
    return {
      ...benchRow('csv', 'rows/s', GOAL, measured, 0),
      costs: meter.perUnit('row', measured.length * 2 * ROWS),
    };
  } finally {
    await pool.end();
    await stack.stop();
  }
}

/** A campaign over four networks, as a manager's spreadsheet writes it. */
export function campaignFile(rows: number): string {
  const networks = NIGERIA.map(({ prefixes, bundles }) => ({
    prefix: prefixes[0] ?? '',
    bundle: bundles[0]?.id ?? '',
  }));
  const lines = ['phone_number,bundle_id,metadata.customer'];
  for (let index = 0; index < rows; index++) {
    const { prefix, bundle } = networks[index % networks.length] ?? { prefix: '', bundle: '' };
    const digits = String(index).padStart(14 - prefix.length, '0');
    lines.push(`${prefix}${digits},${bundle},customer-${index}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Uploads a file that is to be checked only. @throws Error unless every row of it is valid. */
export async function upload(
  stack: Pick<BenchStack, 'apiUrl' | 'apiKey'>,
  file: Buffer,
  reference: string,
): Promise<BatchId> {
  const response = await fetch(`${stack.apiUrl}/v1/batches?reference=${reference}&start=manual`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.apiKey}`, 'content-type': 'text/csv' },
    body: new Uint8Array(file),
  });
  const body: { id: BatchId; status: string; counts: { valid: number; rows: number } } = JSON.parse(
    await response.text(),
  );
  if (response.status !== 201 || body.counts.valid !== body.counts.rows) {
    throw new Error(`upload answered ${response.status}: ${JSON.stringify(body).slice(0, 400)}`);
  }
  return body.id;
}

async function yardstickSeconds(pool: Pool, file: Buffer, id: BatchId): Promise<number> {
  const text = await copyOut(pool, parseId('bat', id) ?? '');
  await pool.query('TRUNCATE yardstick_rows');
  const began = performance.now();
  const parser = parse({ bom: true });
  parser.resume();
  parser.end(file);
  await once(parser, 'end');
  const client = await pool.connect();
  try {
    const copy = client.query(copyFrom('COPY yardstick_rows FROM STDIN'));
    copy.end(text);
    await finished(copy);
  } finally {
    client.release();
  }
  return (performance.now() - began) / 1_000;
}

async function copyOut(pool: Pool, uuid: string): Promise<Buffer> {
  const client = await pool.connect();
  try {
    const chunks: Buffer[] = [];
    const rows = client.query(copyTo(`COPY (SELECT * FROM batch_rows WHERE batch_id = '${uuid}') TO STDOUT`));
    for await (const chunk of rows) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    client.release();
  }
}
