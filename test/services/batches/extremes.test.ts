import { afterAll, beforeAll, expect, it } from 'vitest';
import { setAccountBundle } from '../../../db/accounts/accounts.ts';
import {
  authorized,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  fund,
  MTN_BUNDLE,
  phoneNumber,
  releaseOnce,
  setWindow,
  uploaded,
} from '../../support/batches/fixture.ts';

const MAX = Number.MAX_SAFE_INTEGER;
const ASTRAL = '🙂'.repeat(500);
const METADATA = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [String(index).padStart(40, 'k'), ASTRAL]),
);
const DAY_MS = 24 * 3_600_000;

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(0);
  await fund(fixture.pool, fixture.client.accountId, MAX);
  await setAccountBundle(fixture.pool, fixture.client.accountId, MTN_BUNDLE, MAX);
});
afterAll(() => fixture.close());

async function read(path: string, accept = 'application/json'): Promise<string> {
  const headers = { ...authorized(fixture), accept };
  const answer = await fixture.app.inject({ url: `/v1/${path}`, headers });
  expect([path, answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([path, 200, '']);
  return answer.body;
}

/** A file whose cells and header are as long as they may be. */
function extremeFile(rows: number): string {
  const keys = Object.keys(METADATA);
  const header = ['phone_number', 'bundle_id', 'reference', ...keys.map((key) => `metadata.${key}`)];
  const lines = Array.from({ length: rows }, (_, index) =>
    [phoneNumber(index), MTN_BUNDLE, `row-${index}`.padEnd(64, 'r'), ...keys.map(() => ASTRAL)].join(','),
  );
  return [header.join(','), ...lines].join('\n');
}

it('shows every resource and list again whose columns hold the most that a client can put there', async () => {
  await setWindow(fixture.pool, 1);
  const far = new Date(Date.now() + 365 * DAY_MS).toISOString().replace('Z', '-14:00');
  const farther = new Date(Date.parse(far) - DAY_MS).toISOString();
  const planned = await uploaded(fixture, extremeFile(1), { reference: 'p'.repeat(55), not_before: farther });
  expect(planned).toMatchObject({ status: 'running', cost: { amount: MAX } });
  const oldest = await uploaded(fixture, extremeFile(1), {
    reference: 'o'.repeat(55),
    not_before: '1970-01-01T00:00:00Z',
  });
  // The latest that the table takes.
  const latest = await uploaded(fixture, extremeFile(1), { reference: 'l'.repeat(55), start: 'manual' });
  await fixture.pool.query(`UPDATE batches SET not_before = '9998-12-31Z' WHERE reference = $1`, [
    latest.reference,
  ]);

  const damaged = `phone_number,bundle_id,metadata.k,${'result.'.padEnd(200, 'x')}\n${ASTRAL},${ASTRAL},${ASTRAL}x,\u0001\n`;
  const rejected = await uploaded(fixture, damaged, { reference: 'd'.repeat(55) });
  expect(rejected.rejection?.code).toBe('no_valid_rows');

  const bought = await fixture.app.inject({
    method: 'POST',
    url: '/v1/purchases',
    headers: authorized(fixture),
    payload: {
      reference: 'r'.repeat(64),
      phone_number: phoneNumber(9),
      bundle_id: MTN_BUNDLE,
      metadata: METADATA,
    },
  });
  expect(bought.statusCode, bought.body).toBe(201);
  await releaseOnce(fixture, oldest.id);
  await confirmAll(fixture);

  const today = new Date().toISOString().slice(0, 10);
  const batches = [planned, oldest, latest, rejected].map(({ id }) => `batches/${id}`);
  for (const path of [
    ...[
      'purchases',
      `purchases/${bought.json().id}`,
      `purchases?reference=${'r'.repeat(64)}`,
      'balance',
      'events',
    ],
    ...['batches', ...batches, ...batches.map((batch) => `${batch}/rows`)],
    ...[
      'networks',
      'bundles',
      `bundles/${MTN_BUNDLE}`,
      'status',
      `statements/${today}`,
      `statements/${today}/lines`,
    ],
  ]) {
    await read(path);
  }
  for (const path of [...batches.map((batch) => `${batch}/rows`), `statements/${today}/lines`]) {
    await read(path, 'text/csv');
  }
  expect(JSON.parse(await read(`purchases/${bought.json().id}`)).metadata).toEqual(METADATA);
});

it('rejects a file that costs more than a number can hold exactly', async () => {
  const batch = await uploaded(fixture, extremeFile(2), { reference: 'too-costly' });
  expect(batch).toMatchObject({ status: 'rejected', rejection: { code: 'too_costly' } });
  await read('batches');
});
