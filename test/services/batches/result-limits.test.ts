import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBatchRows } from '../../../db/batches/rows.ts';
import {
  asBatchId,
  authorized,
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  phoneNumber,
  uploaded,
} from '../../support/batches/fixture.ts';

const COPIES = 30;
const UPLOADED_ROWS = 10;
const ROWS = COPIES * UPLOADED_ROWS;
const WIDE = 60_000;
const ALL = {
  state: null,
  reason: null,
  networkId: null,
  bundleId: null,
  phoneNumber: null,
  unbought: false,
  timeouts: false,
} as const;

let fixture: BatchFixture;
let id: string;
let port: number;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000);
  port = Number(new URL(await fixture.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const rows = Array.from(
    { length: UPLOADED_ROWS },
    (_, index) => `${MTN_BUNDLE},${phoneNumber(index)},${String(index).padEnd(WIDE, 'x')}`,
  );
  const csv = ['bundle_id,phone_number,metadata.note', ...rows].join('\n');
  ({ id } = await uploaded(fixture, csv, { reference: 'wide', start: 'manual' }));
  await fixture.pool.query(`
    INSERT INTO batch_rows (batch_id, line, state, cells, reference, network_id, price, errors)
    SELECT batch_id, line + copy * ${UPLOADED_ROWS}, state, cells, reference || '.' || copy, network_id, price, errors
      FROM batch_rows, generate_series(1, ${COPIES - 1}) copy`);
});
afterAll(() => fixture.close());

/** Asks for the results as CSV, and takes nothing but what the system takes by itself. */
async function ask(): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const { authorization } = authorized(fixture);
  const head = [`GET /v1/batches/${id}/rows HTTP/1.1`, 'Host: x', 'Accept: text/csv'];
  socket.write(`${[...head, `Authorization: ${authorization}`].join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function rowsPage(query: string) {
  const answer = await fixture.app.inject({
    url: `/v1/batches/${id}/rows?limit=100${query}`,
    headers: authorized(fixture),
  });
  expect(answer.statusCode).toBe(200);
  return {
    bytes: answer.rawPayload.length,
    ...answer.json<{ data: { line: number }[]; next_cursor: string }>(),
  };
}

it('reads wide rows in pages limited by bytes, and misses none', async () => {
  const lines: number[] = [];
  for (;;) {
    const { rows, isCut } = await listBatchRows(
      fixture.own.of(fixture.client.accountId),
      fixture.client.accountId,
      asBatchId(id),
      ALL,
      lines.at(-1) ?? 0,
      { rows: 100, bytes: 200_000 },
    );
    if (rows.length === 0) break;
    // The row that crosses the limit is the last.
    expect(rows.length).toBeLessThanOrEqual(4);
    expect(isCut).toBe(lines.length + rows.length < ROWS);
    lines.push(...rows.map(({ line }) => line));
  }
  expect(lines).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2));
});

it('lists wide rows in answers of limited size, each with the cursor of the next', async () => {
  const lines: number[] = [];
  for (let cursor = ''; ; ) {
    const { bytes, data, next_cursor } = await rowsPage(cursor);
    expect(bytes).toBeLessThan(1024 * 1024);
    lines.push(...data.map(({ line }) => line));
    if (next_cursor === null) break;
    cursor = `&cursor=${next_cursor}`;
  }
  expect(lines).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2));
});

it('sends the whole file, however wide its rows are', async () => {
  const answer = await fixture.app.inject({
    url: `/v1/batches/${id}/rows`,
    headers: { ...authorized(fixture), accept: 'text/csv' },
  });
  expect(parse(answer.body)).toHaveLength(ROWS + 1);
});

it('[owasp.4] rejects a fifth concurrent download of an account, until one ends', async () => {
  const sockets = await Promise.all([ask(), ask(), ask(), ask()]);
  const download = () =>
    fixture.app.inject({
      url: `/v1/batches/${id}/rows`,
      headers: { ...authorized(fixture), accept: 'text/csv' },
    });
  const refused = await download();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
  expect((await rowsPage('')).data.length).toBeGreaterThan(0);

  sockets[0]?.destroy();
  await expect.poll(async () => (await download()).statusCode, { timeout: 60_000, interval: 200 }).toBe(200);
  for (const socket of sockets) socket.destroy();
});
