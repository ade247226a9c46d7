import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  upload,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(10_000);
});
afterAll(() => fixture.close());

async function batches(): Promise<number> {
  const { rows } = await fixture.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM batches`);
  return rows[0]?.n ?? -1;
}

describe('parameters', () => {
  it.each([
    [{}, 'reference'],
    [{ reference: '' }, 'reference'],
    [{ reference: 'r'.repeat(56) }, 'reference'],
    [{ reference: 'with space' }, 'reference'],
    [{ reference: 'x', start: 'now' }, 'start'],
    [{ reference: 'x', on_invalid: 'ignore' }, 'on_invalid'],
    [{ reference: 'x', not_before: 'tomorrow' }, 'not_before'],
    [{ reference: 'x', not_before: '9999-12-31T23:59:59-14:00' }, 'not_before'],
    [{ reference: 'x', not_before: '0000-01-01T00:00:00+14:00' }, 'not_before'],
    [{ reference: 'x', not_before: '2999-01-01T00:00:00Z' }, 'not_before'],
    [{ reference: 'x', colum: 'y' }, 'colum'],
    [{ reference: 'x', 'column.phone': 'y' }, 'column.phone'],
  ])('%j is rejected and names %s', async (parameters, param) => {
    const before = await batches();
    const answer = await upload(fixture, goodFile(1), parameters);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 'invalid_request', param } });
    expect(await batches()).toBe(before);
  });

  it.each([
    ['application/json', {}],
    ['text/csv; charset=iso-8859-1', {}],
    ['text/csv', { 'content-encoding': 'gzip' }],
  ])('rejects a body of %s %j with 415', async (type, headers) => {
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/v1/batches?reference=type',
      headers: { ...authorized(fixture), 'content-type': type, ...headers },
      payload: goodFile(1),
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([415, 'invalid_request']);
  });
});
