import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchResource } from '../../../../contract/batches/batch.ts';
import { endStoppedUploads } from '../../../../db/batches/discard.ts';
import { MTN_BUNDLE } from '../../../support/api/fixture.ts';
import { type ApiProcesses, startApiProcesses } from '../../../support/api/processes.ts';

let api: ApiProcesses;
beforeAll(async () => {
  api = await startApiProcesses(2, { balance: 1_000_000 });
});
afterAll(() => api.close());

const ROWS = 5_000;
const FILE = [
  'phone_number,bundle_id',
  ...Array.from(
    { length: ROWS },
    (_, index) => `+234803${String(10_000 + index).padStart(7, '0')},${MTN_BUNDLE}`,
  ),
  '',
].join('\n');

/** Begins an upload at one of the processes, and sends a part of its file. */
async function begin(process: number, reference: string, bytes: number): Promise<Socket> {
  const { hostname, port } = new URL(api.urls[process] ?? '');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /v1/batches?reference=${reference}&start=manual HTTP/1.1\r\nHost: x\r\nContent-Type: text/csv\r\n` +
      `Authorization: Bearer ${api.client.key}\r\nContent-Length: ${FILE.length}\r\n\r\n${FILE.slice(0, bytes)}`,
  );
  return socket;
}

async function read(process: number, reference: string) {
  const answer = await fetch(`${api.urls[process]}/v1/batches?reference=${reference}`, {
    headers: { authorization: `Bearer ${api.client.key}` },
  });
  const { data } = JSON.parse(await answer.text());
  return data[0] === undefined ? null : BatchResource.parse(data[0]);
}

async function sinceLastSignMs(reference: string): Promise<number> {
  const { rows } = await api.pool.query<{ ms: number }>({
    text: `SELECT (extract(epoch FROM app_now() - received_at) * 1000)::int AS ms FROM batches WHERE reference = $1`,
    values: [reference],
  });
  return rows[0]?.ms ?? Number.NaN;
}

async function sweep(): Promise<string[]> {
  const ended: string[] = [];
  await endStoppedUploads(api.pool, null, (id) => ended.push(id));
  return ended;
}

it('rejects an upload whose process was killed within a minute, but not one whose client is slow', async () => {
  const slow = await begin(1, 'slow', FILE.length - 10);
  const doomed = await begin(0, 'killed', FILE.length - 10);
  let left = 10;
  // The API gives up a client that sends nothing for half a minute.
  const sendByte = () => {
    for (const socket of [slow, doomed]) socket.write(FILE.charAt(FILE.length - left));
    left -= 1;
  };
  await expect.poll(async () => (await read(1, 'killed'))?.counts.rows ?? 0).toBeGreaterThan(0);
  sendByte();
  await expect.poll(async () => (await read(1, 'slow'))?.counts.rows ?? 0).toBeGreaterThan(0);
  sendByte();
  expect(await sweep()).toEqual([]);

  await api.kill(0);
  expect(await read(1, 'killed')).toMatchObject({ status: 'validating' });
  sendByte();
  await api.pool.query('UPDATE app_clock SET offset_ms = offset_ms + 45000');
  // Not one byte arrives meanwhile: it is the process that is alive.
  await expect.poll(() => sinceLastSignMs('slow')).toBeLessThan(10_000);

  const killed = await read(1, 'killed');
  expect(await sweep()).toEqual([killed?.id]);
  expect(await read(1, 'killed')).toMatchObject({
    id: killed?.id,
    status: 'rejected',
    rejection: { code: 'upload_interrupted', message: expect.stringContaining('Upload the file again') },
    counts: { rows: 0, waiting: 0 },
  });
  const { rows } = await api.pool.query(
    `SELECT FROM batch_rows r JOIN batches b ON b.id = r.batch_id WHERE b.reference = 'killed'`,
  );
  expect(rows).toHaveLength(0);
  expect(await sweep()).toEqual([]);

  slow.write(FILE.slice(-left));
  expect(String(await once(slow, 'data'))).toMatch(/^HTTP\/1\.1 201 /);
  expect(await read(1, 'slow')).toMatchObject({ status: 'ready', counts: { rows: ROWS, valid: ROWS } });
  slow.destroy();
}, 600_000);

it('continues a sweep that was cut off before it had deleted the rows', async () => {
  await api.pool.query(`
    WITH cut AS (
      UPDATE batches SET status = 'rejected', rejection_code = 'upload_interrupted', rejection_message = 'x',
             content_hash = NULL, completed_at = app_now(), received_at = app_now() - interval '1 minute'
       WHERE reference = 'slow' RETURNING id)
    SELECT id FROM cut`);
  await sweep();
  const { rows } = await api.pool.query(
    `SELECT FROM batch_rows r JOIN batches b ON b.id = r.batch_id WHERE b.reference = 'slow'`,
  );
  expect(rows).toHaveLength(0);
  expect(await read(1, 'slow')).toMatchObject({ status: 'rejected', counts: { rows: 0 } });
});
