import { platform } from 'node:os';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../contract/batches/batch.ts';
import { TEXT } from '../../services/sheets/sheet.ts';
import { writeWorkbook } from '../../services/sheets/write-workbook.ts';
import { makeXlsx, xlsxRow } from '../support/batches/zip.ts';
import { growthDuring } from '../support/resident-memory.ts';
import { type Client, openClient } from '../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../support/scenarios/stack.ts';

const ROWS = 1_000_000;
const WARM_UP_ROWS = 100_000;
const PAGE_ROWS = 1_000;
const CELL_BYTES = 100 * 1024 ** 2;
const COLUMNS = 1_000_000;
const GROWTH_MIB_MAX = 64;
const HEADER = ['phone_number', 'bundle_id'];
const GOOD = ['+2348030000001', 'bnd_mtn_ng_500mb_7d'];
const NOISE = noise(65_536);

/** Memory is read from /proc. */
describe.runIf(platform() === 'linux')('a file that no one can buy from', () => {
  let scenario: Scenario;
  let client: Client;
  beforeAll(async () => {
    scenario = await startScenario();
    client = await openClient(scenario, 10);
    // What is compiled and cached once is no growth.
    await upload('warm-up-csv', csvRows(WARM_UP_ROWS));
    await upload('warm-up-xlsx', xlsxRows(WARM_UP_ROWS));
  });
  afterAll(async () => {
    await client.close();
    await scenario.close();
  });

  it.each([
    ['csv', csvRows, null],
    ['xlsx', xlsxRows, 'Rows'],
  ] as const)(
    'with an error in each of a million rows (%s) names their places',
    async (name, rows, sheet) => {
      const batch = await measured(`errors-${name}`, rows(ROWS));
      expect(batch.rejection).toMatchObject({ code: 'no_valid_rows' });
      expect(batch.counts).toMatchObject({ rows: ROWS, invalid: ROWS, valid: 0 });
      expect(batch.errors).toHaveLength(20);
      expect(batch.errors[0]).toMatchObject({
        line: 2,
        column: 'phone_number',
        code: 'invalid_phone_number',
        ...(sheet === null ? {} : { sheet }),
      });
    },
  );

  it.each([
    ['csv', csvCell, 'row_too_long', /line 3/i],
    ['xlsx', xlsxCell, 'row_too_long', /"Lagos".*cell B3/],
  ] as const)('with a cell of 100 MB (%s) is rejected at its place', async (name, file, code, place) => {
    // Sent once before: what its passing chunks leave behind is collected later, and is no growth.
    await upload(`first-cell-${name}`, file());
    const { rejection } = await measured(`cell-${name}`, file());
    expect(rejection?.code).toBe(code);
    expect(`line ${rejection?.line}: ${rejection?.message}`).toMatch(place);
  });

  it.each([
    ['csv', csvColumns, /line 2|line 3/i],
    ['xlsx', xlsxColumns, /Row 3 of the sheet "Lagos"/],
  ] as const)('with a row of a million columns (%s) is rejected at its place', async (name, file, place) => {
    await upload(`first-columns-${name}`, file());
    const { rejection, counts } = await measured(`columns-${name}`, file());
    expect(rejection, JSON.stringify(counts)).not.toBeNull();
    expect(`line ${rejection?.line}: ${rejection?.message}`).toMatch(place);
  });

  it('leaves nothing half accepted', async () => {
    const { rows } = await scenario.pool.query(
      `SELECT status, count(*)::int AS count FROM batches GROUP BY status`,
    );
    expect(rows).toEqual([{ status: 'rejected', count: 12 }]);
    const purchases = await scenario.pool.query('SELECT FROM purchases LIMIT 1');
    expect(purchases.rowCount).toBe(0);
  });

  async function measured(reference: string, file: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const { pid } = scenario.stack.processes.api;
    const { result, mib } = await growthDuring(pid, () => upload(reference, file));
    console.log(`${reference}: the API grew by ${mib.toFixed(0)} MiB`);
    expect(mib).toBeLessThanOrEqual(GROWTH_MIB_MAX);
    return result;
  }

  async function upload(reference: string, file: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
    const response = await fetch(`${client.apiUrl}/v1/batches?reference=${reference}&start=manual`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.apiKey}`, 'content-type': 'text/csv' },
      body: ReadableStream.from(file),
      duplex: 'half',
    });
    const text = await response.text();
    expect(response.status, text).toBe(201);
    return BatchResource.parse(JSON.parse(text));
  }
});

/** Generated in pieces, so that this process never holds the whole file. */
function* pages(rows: number): Generator<string[][]> {
  for (let from = 0; from < rows; from += PAGE_ROWS) {
    yield Array.from({ length: PAGE_ROWS }, (_, index) => [`not a number ${from + index}`, 'no_bundle']);
  }
}

function* csvRows(rows: number): Generator<Uint8Array> {
  yield Buffer.from(`${HEADER.join(',')}\n`);
  for (const page of pages(rows)) yield Buffer.from(`${page.map((row) => row.join(',')).join('\n')}\n`);
}

function xlsxRows(rows: number): AsyncIterable<Uint8Array> {
  const columns = HEADER.map((name) => ({ name, width: 20, format: TEXT }));
  return writeWorkbook([{ name: 'Rows', columns, rows: Readable.from(pages(rows)) }]);
}

function* csvCell(): Generator<Uint8Array> {
  yield Buffer.from(`${HEADER.join(',')}\n${GOOD.join(',')}\n+2348030000002,"`);
  for (let sent = 0; sent < CELL_BYTES; sent += NOISE.length) yield Buffer.from(NOISE);
  yield Buffer.from('"\n');
}

function xlsxCell(): Iterable<Uint8Array> {
  const cell = Buffer.concat([
    Buffer.from(xlsxRow(1, HEADER) + xlsxRow(2, GOOD)),
    Buffer.from('<row r="3"><c r="A3" t="str"><v>+2348030000002</v></c><c r="B3" t="str"><v>'),
    Buffer.from(NOISE.repeat(CELL_BYTES / NOISE.length)),
    Buffer.from('</v></c></row>'),
  ]);
  return inPieces(makeXlsx(cell));
}

function* csvColumns(): Generator<Uint8Array> {
  yield Buffer.from(`${HEADER.join(',')}\n${GOOD.join(',')}\n`);
  for (let sent = 0; sent < COLUMNS; sent += PAGE_ROWS) yield Buffer.from('a,'.repeat(PAGE_ROWS));
  yield Buffer.from('a\n');
}

function xlsxColumns(): Iterable<Uint8Array> {
  const cells = Array.from({ length: COLUMNS }, (_, index) => `<c><v>${(index * 7_919) % 10}</v></c>`).join(
    '',
  );
  return inPieces(makeXlsx(`${xlsxRow(1, HEADER)}${xlsxRow(2, GOOD)}<row r="3">${cells}</row>`));
}

function* inPieces(file: Buffer): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}

/** Text that does not shrink much, so that only its own limit applies. */
function noise(length: number): string {
  let state = 1;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return String.fromCharCode(97 + ((state >> 16) % 26));
  }).join('');
}
