import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BatchResource } from '../../../contract/batches/batch.ts';
import { TEMPORAL_QUEUE } from '../../../domain/network/queues.ts';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  sumOf,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(10_000);
});
afterAll(() => fixture.close());

async function countOf(table: 'batches' | 'batch_rows' | 'purchases' | 'outbox'): Promise<number> {
  const { rows } = await fixture.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? -1;
}

const MIXED = [
  'phone_number,bundle_id,reference,metadata.note',
  `${phoneNumber(1)},${MTN_BUNDLE},a-1,first`,
  `2348031000002,${MTN_BUNDLE},a-2,lost its plus`,
  `${phoneNumber(3)},bnd_none,a-3,`,
  `${phoneNumber(4)},${MTN_BUNDLE},a-1,repeats a reference`,
  '',
  `+447911123456,${MTN_BUNDLE},,no network`,
  `${phoneNumber(6)},${GLO_BUNDLE},,wrong network`,
  `${phoneNumber(7)},${MTN_BUNDLE},,=HYPERLINK("http://x")`,
  `${phoneNumber(8)},${MTN_BUNDLE},a-8`,
].join('\n');

describe('validation', () => {
  it('reports the cost and the shortfall before a kobo moves', async () => {
    const batch = await uploaded(fixture, goodFile(15), { reference: 'dry-run', start: 'manual' });
    expect(batch).toMatchObject({
      object: 'batch',
      status: 'ready',
      cost: { amount: 15 * PRICE, currency: 'NGN' },
      available: { amount: 10_000 },
      shortfall: { amount: 5_000 },
      completed_at: null,
    });
    expect(batch.counts).toMatchObject({ rows: 15, valid: 15, invalid: 0, waiting: 15 });
    expect(await countOf('purchases')).toBe(0);
    expect(await countOf('outbox')).toBe(0);
  });

  it('reports every bad row with line, column, code and message, and buys the others', async () => {
    const batch = await uploaded(fixture, MIXED, { reference: 'mixed' });
    expect(batch.status).toBe('running');
    expect(batch.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'phone_number', 'invalid_phone_number'],
      [4, 'bundle_id', 'bundle_unavailable'],
      [5, 'reference', 'duplicate_reference'],
      [7, 'phone_number', 'unsupported_network'],
      [8, 'bundle_id', 'network_mismatch'],
      [10, null, 'wrong_cell_count'],
    ]);
    expect(batch.errors[2]?.message).toBe(
      'Line 2 already has the reference "a-1". Give every row a different reference.',
    );
    expect(batch.counts).toMatchObject({ rows: 8, invalid: 6, valid: 2, waiting: 2 });
    expect(batch.cost.amount).toBe(2 * PRICE);
    expect(sumOf(batch)).toBe(batch.counts.rows);
    expect(fixture.woken).toContain(TEMPORAL_QUEUE);
  });

  it('starts a batch with an outbox row in the commit that set it running', async () => {
    const { rows } = await fixture.pool.query(
      `SELECT queue, topic, account_id = (SELECT id FROM accounts) AS own FROM outbox`,
    );
    expect(rows).toEqual([{ queue: TEMPORAL_QUEUE, topic: 'run_batch', own: true }]);
  });

  it('maps columns by the parameters, and accepts what spreadsheets do to a file', async () => {
    const csv = `\ufeffsep=;\r\nMSISDN;Paket\r\n${phoneNumber(1)};${MTN_BUNDLE}\r\n`;
    const parameters = {
      reference: 'mapped',
      start: 'manual',
      'column.phone_number': 'MSISDN',
      'column.bundle_id': 'Paket',
    };
    const batch = await uploaded(fixture, csv, parameters);
    expect(batch).toMatchObject({ status: 'ready', counts: { valid: 1 } });
    expect(batch.notices.map(({ code }) => code)).toEqual([
      'byte_order_mark',
      'sep_line',
      'semicolons',
      'crlf',
    ]);
  });

  it.each([
    ['', 'empty_file'],
    ['phone_number,bundle_id\n', 'no_rows'],
    ['phone_number,colour\n', 'unknown_column'],
    ['phone_number\n', 'missing_column'],
    [`phone_number,bundle_id\n12,${MTN_BUNDLE}\n`, 'no_valid_rows'],
    [`phone_number,bundle_id\n${phoneNumber(1)},${MTN_BUNDLE}\n"${phoneNumber(2)},x\n`, 'unclosed_quote'],
  ])('creates a rejected batch from %j that says why, and leaves the reference free', async (csv, code) => {
    const batch = await uploaded(fixture, csv, { reference: 'broken' });
    expect(batch).toMatchObject({ status: 'rejected', rejection: { code } });
    expect(await getBatch(fixture, batch.id)).toEqual(batch);
    const rows = await fixture.app.inject({
      url: `/v1/batches/${batch.id}/rows`,
      headers: authorized(fixture),
    });
    expect(rows.statusCode).toBe(200);
  });

  it('rejects the whole file for one bad row if the client asks for that', async () => {
    const csv = `${goodFile(2)}12,${MTN_BUNDLE},x\n`;
    const batch = await uploaded(fixture, csv, { reference: 'strict', on_invalid: 'reject' });
    expect(batch).toMatchObject({
      status: 'rejected',
      rejection: { code: 'invalid_rows' },
      shortfall: { amount: 0 },
    });
    expect(batch.errors).toMatchObject([{ line: 4 }]);
    expect((await uploaded(fixture, goodFile(2), { reference: 'strict', start: 'manual' })).status).toBe(
      'ready',
    );
  });

  it('reads the campaign of docs/examples/ to the last row', async () => {
    const csv = await readFile(new URL('../../../docs/examples/campaign.csv', import.meta.url));
    const batch = await uploaded(fixture, csv, { reference: 'example' });
    // Its bundles are not sold here; its shape is what counts.
    expect(batch.counts.rows).toBe(500);
    expect(batch.rejection?.code).toBe('no_valid_rows');
  });
});

describe('uploading again', () => {
  it('replays the same bytes, and rejects others', async () => {
    const first = await uploaded(fixture, goodFile(4), { reference: 'again', start: 'manual' });
    const rows = await countOf('batch_rows');

    const replay = await upload(fixture, goodFile(4), { reference: 'again', start: 'manual' });
    expect(replay.status).toBe(200);
    expect(replay.headers['svc-idempotent-replay']).toBe('true');
    expect(JSON.parse(replay.body)).toEqual(first);

    const other = await upload(fixture, goodFile(5), { reference: 'again', start: 'manual' });
    expect(other.status).toBe(409);
    const { error } = JSON.parse(other.body);
    expect(error).toMatchObject({
      code: 'reference_conflict',
      param: 'reference',
      details: { batch_id: first.id },
    });
    expect(await countOf('batch_rows')).toBe(rows);
  });

  it('creates one batch from many concurrent uploads', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        upload(fixture, goodFile(300), { reference: 'at-once', start: 'manual' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => BatchResource.parse(JSON.parse(body)).id)).size).toBe(1);
  });
});

it('lists batches newest first, in pages whose cursors are valid only for this list', async () => {
  const list = async (query: string) => {
    const answer = await fixture.app.inject({ url: `/v1/batches?${query}`, headers: authorized(fixture) });
    return answer.json();
  };
  const first = await list('limit=2');
  expect(first).toMatchObject({ object: 'list', has_more: true });
  const second = await list(`limit=2&cursor=${first.next_cursor}`);
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  expect(new Set(ids).size).toBe(4);

  expect((await list('reference=again')).data).toHaveLength(1);
  expect(await list(`status=ready&cursor=${first.next_cursor}`)).toMatchObject({
    error: { param: 'cursor' },
  });
  expect(await list('cursor=abc')).toMatchObject({ error: { code: 'invalid_request', param: 'cursor' } });
});
