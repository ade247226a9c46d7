import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';
import { basic, numbered, ORDER, simulatorClient } from '../../support/adapters/simulator-client.ts';

let simulator: Simulator;
const client = () => simulatorClient(simulator.url);

beforeAll(async () => {
  simulator = await createSimulator();
});
afterAll(() => simulator.close());

describe('credentials', () => {
  it.each([
    ['none', undefined],
    ['of another kind', 'Bearer abc'],
    ['without a secret', basic('key', '')],
    ['without a key', basic('', 'secret')],
    ['without a colon', `Basic ${Buffer.from('key').toString('base64')}`],
  ])('%s are refused', async (_what, authorization) => {
    const response = await fetch(`${simulator.url}/v1/balances`, {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ errors: [{ code: 1000401, message: expect.any(String) }] });
  });

  it('of a new key are kept: another secret is refused from then on', async () => {
    expect(await statusOf('/v1/balances', basic('new-key', 'first'))).toBe(200);
    expect(await statusOf('/v1/balances', basic('new-key', 'second'))).toBe(401);
    expect(await statusOf('/v1/balances', basic('new-key', 'first'))).toBe(200);
  });

  it('can be fixed beforehand', async () => {
    const strict = await createSimulator({ accounts: { known: 'right' } });
    expect(await statusOf('/v1/balances', basic('known', 'right'), strict)).toBe(200);
    expect(await statusOf('/v1/balances', basic('known', 'wrong'), strict)).toBe(401);
    expect(await statusOf('/v1/balances', basic('unknown', 'right'), strict)).toBe(401);
    await strict.close();
  });

  it('separate the books: an order of one key is not found by another', async () => {
    const mine = client();
    const other = client();
    const { body } = await mine.post('/v1/async/transactions', ORDER);
    expect((await other.get(`/v1/transactions/${body.id}`)).body).toMatchObject({
      errors: [{ code: 1008004 }],
    });
    expect((await other.get('/v1/transactions?external_id=X1')).body).toEqual([]);
    expect((await other.post('/v1/async/transactions', ORDER)).status).toBe(201);
  });
});

describe('submitting', () => {
  it('answers 201 with an order of class CONFIRMED, timestamps of nine digits and rate-limit headers', async () => {
    const { status, body, headers } = await client().post('/v1/async/transactions', ORDER);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.any(Number),
      external_id: 'X1',
      status: { id: 20000, message: 'CONFIRMED', class: { id: 2, message: 'CONFIRMED' } },
      credit_party_identifier: ORDER.credit_party_identifier,
      operator_reference: null,
    });
    for (const field of ['creation_date', 'confirmation_expiration_date', 'confirmation_date']) {
      expect(body[field]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/);
    }
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  });

  it('answers a sync order with class COMPLETED and the operator’s reference', async () => {
    const { status, body } = await client().post('/v1/sync/transactions', ORDER);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: { class: { id: 7 } }, operator_reference: expect.any(String) });
  });

  it.each([
    ['no JSON', 'x', 1000400],
    ['a list', [], 1000400],
    ['no external_id', { ...ORDER, external_id: undefined }, 1000400],
    ['an external_id of 41 characters', { ...ORDER, external_id: 'x'.repeat(41) }, 1000400],
    ['a product_id that is text', { ...ORDER, product_id: '1' }, 1000400],
    ['no number', { ...ORDER, credit_party_identifier: {} }, 1000400],
    ['a number without +', numbered('2348031234550'), 1005003],
    ['a number too long', numbered(`+${'2'.repeat(16)}`), 1005003],
  ])('refuses %s with 400', async (_what, order, code) => {
    const { status, body } = await client().post('/v1/async/transactions', order);
    expect(status).toBe(400);
    expect(body).toEqual({ errors: [{ code, message: expect.any(String) }] });
  });

  it('refuses a used external_id with 400 and 1007001, even if the rest differs', async () => {
    const account = client();
    await account.post('/v1/async/transactions', ORDER);
    for (const again of [ORDER, numbered('+2348031234551')]) {
      const { status, body } = await account.post('/v1/sync/transactions', again);
      expect(status).toBe(400);
      expect(body).toMatchObject({ errors: [{ code: 1007001 }] });
    }
  });

  it('answers 429 beyond the rate limit', async () => {
    const slow = await createSimulator({ requestsPerSecond: 2 });
    // Two per second of the clock: a busy machine may let the second pass between requests.
    await expect.poll(() => statusOf('/v1/balances', basic('k', 's'), slow), { interval: 1 }).toBe(429);
    await slow.close();
  });

  it('answers addresses that it does not know with 404 and 1000404', async () => {
    const { status, body } = await client().get('/v1/nothing');
    expect(status).toBe(404);
    expect(body).toMatchObject({ errors: [{ code: 1000404 }] });
  });
});

describe('two steps', () => {
  it('confirm once, after which it is too late to cancel', async () => {
    const account = client();
    const { body } = await account.post('/v1/sync/transactions', { ...ORDER, auto_confirm: false });
    expect(body).toMatchObject({ status: { class: { id: 1 } } });
    expect(body).not.toHaveProperty('confirmation_date');

    const confirmed = await account.post(`/v1/sync/transactions/${body.id}/confirm`);
    expect(confirmed).toMatchObject({ status: 202, body: { status: { class: { id: 7 } } } });
    const again = await account.post(`/v1/sync/transactions/${body.id}/confirm`);
    expect(again).toMatchObject({ status: 400, body: { errors: [{ code: 1007002 }] } });
    const cancel = await account.post(`/v1/transactions/${body.id}/cancel`);
    expect(cancel).toMatchObject({ status: 400, body: { errors: [{ code: 1007007 }] } });
  });

  it('cancel once, after which it is too late to confirm', async () => {
    const account = client();
    const { body } = await account.post('/v1/async/transactions', { ...ORDER, auto_confirm: false });
    const cancel = await account.post(`/v1/transactions/${body.id}/cancel`);
    expect(cancel).toMatchObject({ status: 202, body: { status: { class: { id: 4 } } } });
    const again = await account.post(`/v1/transactions/${body.id}/cancel`);
    expect(again).toMatchObject({ status: 400, body: { errors: [{ code: 1007005 }] } });
    const confirm = await account.post(`/v1/async/transactions/${body.id}/confirm`);
    expect(confirm).toMatchObject({ status: 400, body: { errors: [{ code: 1007004 }] } });
    expect((await account.get('/v1/balances')).body).toMatchObject([{ holding: 0 }]);
  });

  it('know no order of another name', async () => {
    const account = client();
    expect(await account.post('/v1/async/transactions/5/confirm')).toMatchObject({ status: 404 });
    expect(await account.post('/v1/transactions/x/cancel')).toMatchObject({ status: 404 });
  });
});

describe('searching', () => {
  it('finds by external_id, within the dates or without any', async () => {
    const account = client();
    await account.post('/v1/async/transactions', ORDER);
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const day = 86_400_000;
    const search = (from: number, to: number) =>
      account.get(`/v1/transactions?external_id=X1&from_date=${at(from)}&to_date=${at(to)}`);

    expect((await account.get('/v1/transactions?external_id=X1')).body).toHaveLength(1);
    expect((await search(-day / 2, day / 2 - 1_000)).body).toHaveLength(1);
    expect((await search(-day, -60_000)).body).toHaveLength(0);
    expect((await search(-day, 1_000)).status).toBe(400);
    expect((await search(1_000, -1_000)).status).toBe(400);
  });

  it('lists the orders of the last day in pages', async () => {
    const account = client();
    for (let order = 0; order < 7; order++) {
      await account.post('/v1/sync/transactions', { ...ORDER, external_id: `P${order}` });
    }
    const { body, headers } = await account.get('/v1/transactions?page=2&per_page=3');
    expect(body.map((order: { external_id: string }) => order.external_id)).toEqual(['P3', 'P4', 'P5']);
    expect(headers.get('x-total')).toBe('7');
    expect(headers.get('x-total-pages')).toBe('3');
    expect(headers.get('x-next-page')).toBe('3');
    expect(headers.get('x-prev-page')).toBe('1');
  });
});

async function statusOf(path: string, authorization: string, of = simulator): Promise<number> {
  const response = await fetch(`${of.url}${path}`, { headers: { authorization } });
  return response.status;
}
