import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  phoneNumber,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
let port: number;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000);
  port = await listen(fixture);
});
afterAll(() => fixture.close());

async function listen({ app }: BatchFixture): Promise<number> {
  return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
}

const CSV = goodFile(5_000);
const BOUNDARY = 'xxBOUNDARYxx';
const FORM = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="c.csv"\r\nContent-Type: text/csv\r\n\r\n${CSV}\r\n--${BOUNDARY}--\r\n`;

async function send(
  body: string,
  type: string,
  length: number,
  bytes: number,
  reference = 'cut',
  to = { fixture, port },
): Promise<Socket> {
  const socket = connect(to.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(
    `POST /v1/batches?reference=${reference} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorized(to.fixture).authorization}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(body.slice(0, bytes));
  return socket;
}

async function rowsLeft({ pool } = fixture): Promise<{ batches: number; rows: number }> {
  const { rows } = await pool.query<{ batches: number; rows: number }>(
    `SELECT (SELECT count(*)::int FROM batches) AS batches, (SELECT count(*)::int FROM batch_rows) AS rows`,
  );
  return rows[0] ?? { batches: -1, rows: -1 };
}

it.each([
  ['the first byte', CSV, 'text/csv', 1],
  ['the header', CSV, 'text/csv', 20],
  ['the middle', CSV, 'text/csv', Math.floor(CSV.length / 2)],
  ['the last byte', CSV, 'text/csv', CSV.length - 1],
  ['the middle of a form', FORM, `multipart/form-data; boundary=${BOUNDARY}`, Math.floor(FORM.length / 2)],
  ['the end of a form', FORM, `multipart/form-data; boundary=${BOUNDARY}`, FORM.length - 10],
])('keeps nothing of an upload that breaks off at %s', async (_where, body, type, bytes) => {
  const socket = await send(body, type, body.length, bytes);
  await expect.poll(async () => (await rowsLeft()).batches, { interval: 20 }).toBe(1);
  socket.destroy();
  await expect.poll(() => rowsLeft()).toEqual({ batches: 0, rows: 0 });
});

it('keeps nothing of an upload that breaks off at any byte', async () => {
  const small = goodFile(12);
  const forms = [
    { body: small, type: 'text/csv' },
    { body: FORM.replace(CSV, small), type: `multipart/form-data; boundary=${BOUNDARY}` },
  ];
  const cuts = forms.flatMap(({ body, type }) => {
    const position = fc.integer({ min: 0, max: body.length - 1 });
    return fc.sample(position, 12).map((bytes) => ({ body, type, bytes }));
  });
  for (const { body, type, bytes } of cuts) {
    const socket = await send(body, type, body.length, bytes);
    await expect.poll(async () => (await rowsLeft()).batches, { interval: 20 }).toBe(1);
    socket.destroy();
    const left = expect.poll(() => rowsLeft(), { interval: 20, message: `${type} cut at ${bytes}` });
    await left.toEqual({ batches: 0, rows: 0 });
  }
});

it('gives up a stalled upload, and says so', async () => {
  const hasty = await createBatchFixture(0, 100, 1_500);
  const to = { fixture: hasty, port: await listen(hasty) };
  const socket = await send(CSV, 'text/csv', CSV.length, 1_000, 'cut', to);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  expect(String(answer)).toContain('The upload stopped for too long.');
  socket.destroy();
  await expect.poll(() => rowsLeft(hasty)).toEqual({ batches: 0, rows: 0 });
  await hasty.close();
});

it('accepts the same reference again immediately, from a form or a body', async () => {
  const batch = await uploaded(fixture, CSV, { reference: 'cut', start: 'manual' });
  expect(batch).toMatchObject({ status: 'ready', counts: { rows: 5_000 } });
  const form = await fixture.app.inject({
    method: 'POST',
    url: '/v1/batches?reference=cut&start=manual',
    headers: { ...authorized(fixture), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: FORM,
  });
  expect([form.statusCode, form.headers['svc-idempotent-replay']]).toEqual([200, 'true']);
});

it('rejects a file that is too large with 413, and keeps nothing of it', async () => {
  const before = await rowsLeft();
  const answer = await upload(fixture, goodFile(40_000), { reference: 'huge' });
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body).error.message).toMatch(/larger than 1 MiB/);
  expect(await rowsLeft()).toEqual(before);
});

it.each([
  [
    'a field',
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="start"\r\n\r\nauto\r\n--${BOUNDARY}--\r\n`,
    400,
  ],
  ['no file', `--${BOUNDARY}--\r\n`, 400],
  ['no end', FORM.slice(0, 3_000), 400],
])('rejects a form with %s', async (_what, payload, status) => {
  const before = await rowsLeft();
  const answer = await fixture.app.inject({
    method: 'POST',
    url: '/v1/batches?reference=form',
    headers: { ...authorized(fixture), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload,
  });
  expect(answer.statusCode).toBe(status);
  expect(await rowsLeft()).toEqual(before);
});

it('frees the reference of a killed process at the next upload of the account', async () => {
  const before = await rowsLeft();
  await fixture.pool.query(`
    WITH left_over AS (
      INSERT INTO batches (id, account_id, reference, currency, start_mode, on_invalid, on_insufficient_balance,
                           created_at, received_at)
      SELECT gen_random_uuid(), id, 'killed', 'NGN', 'auto', 'skip', 'pause', app_now() - interval '1 minute',
             app_now() - interval '1 minute'
        FROM accounts LIMIT 1
      RETURNING id)
    INSERT INTO batch_rows (batch_id, line, state, cells, reference, network_id, price)
    SELECT id, 2, 'waiting', '["${phoneNumber(1)}","${MTN_BUNDLE}"]', 'killed.2', 'net_mtn', 1 FROM left_over`);
  const batch = await uploaded(fixture, goodFile(1), { reference: 'killed', start: 'manual' });
  expect(batch.counts.rows).toBe(1);
  // The killed one stays as a rejected batch without rows.
  expect(await rowsLeft()).toEqual({ batches: before.batches + 2, rows: before.rows + 1 });
});

it('keeps nothing of an upload if the database lost some of its rows in a crash', async () => {
  const before = await rowsLeft();
  const socket = await send(CSV, 'text/csv', CSV.length, CSV.length - 100, 'lost');
  await expect.poll(async () => (await rowsLeft()).rows).toBeGreaterThan(before.rows);
  await fixture.pool.query(`
    WITH lost AS (DELETE FROM batch_rows WHERE batch_id = (SELECT id FROM batches WHERE reference = 'lost' AND status = 'validating') AND line < 100 RETURNING 1)
    UPDATE batches SET row_count = row_count - (SELECT count(*) FROM lost) WHERE reference = 'lost' AND status = 'validating'`);
  socket.write(CSV.slice(-100));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 5/);
  socket.destroy();
  await expect.poll(() => rowsLeft()).toEqual(before);
});
