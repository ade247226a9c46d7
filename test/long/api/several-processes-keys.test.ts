import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MTN_BUNDLE, PRICE } from '../../support/api/fixture.ts';
import { type ApiProcesses, balanceStatus, startApiProcesses } from '../../support/api/processes.ts';
import { knownEverywhere } from '../../support/api/refusal.ts';
import { retryWhileBusy } from '../../support/retry.ts';

const REQUESTS = 100;
const COVERED = 37;

let apis: ApiProcesses;

beforeAll(async () => {
  apis = await startApiProcesses(2, { balance: 1_000 * PRICE });
});
afterAll(() => apis.close());

const Made = z.object({ id: z.string(), key: z.string() });

async function send(process: number, path: string, key: string, body: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const url = `${apis.urls[process % apis.urls.length]}/v1${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function newKey(fields: object) {
  const answer = await send(0, '/api-keys', apis.client.key, { name: 'Raced', scopes: ['all'], ...fields });
  return Made.parse(JSON.parse(answer.text));
}

function everywhere(key: string): Promise<number[]> {
  return Promise.all(apis.urls.map((url) => balanceStatus(url, key)));
}

describe('a cap that two API processes share', () => {
  it('[keys.caps] is never exceeded by one kobo, when 100 requests race for it, and the refusals are on record', async () => {
    const cap = COVERED * PRICE + PRICE - 1;
    const { id, key } = await newKey({ spend_caps: { per_day: { amount: cap, currency: 'NGN' } } });
    const answers = await Promise.all(
      Array.from({ length: REQUESTS }, (_, n) => {
        const phone_number = `+234803${1_000_000 + n}`;
        const body = { reference: `raced-${n}`, phone_number, bundle_id: MTN_BUNDLE };
        return retryWhileBusy(() => send(n, '/purchases', key, body));
      }),
    );
    // 200 if it was bought by a request that was repeated.
    const statuses = Map.groupBy(answers, ({ status }) => (status === 200 ? 201 : status));
    expect([statuses.get(201)?.length, statuses.get(402)?.length]).toEqual([COVERED, REQUESTS - COVERED]);
    const { rows } = await apis.pool.query(
      `SELECT sum(p.price)::int AS spent, max(c.day_spent)::int AS counted
         FROM purchases p JOIN key_caps c ON c.key_id = p.key_id`,
    );
    expect(rows).toEqual([{ spent: COVERED * PRICE, counted: COVERED * PRICE }]);

    const recorded = async () => {
      const text = `SELECT principal_id, subject, after #>> '{cap,amount}' AS cap FROM audit_log WHERE action = 'refused_cap'`;
      return (await apis.pool.query(text)).rows;
    };
    // Two processes may each record one.
    await expect.poll(recorded).toContainEqual({ principal_id: id, subject: 'day', cap: String(cap) });
  });
});

describe('the end of a key in every one of several API processes', () => {
  it('[keys.ends] an expired key opens nothing a second later', async () => {
    const { key } = await newKey({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect(await everywhere(key)).toEqual([200, 200]);
    await apis.pool.query('UPDATE api_keys SET expires_at = app_now() WHERE expires_at IS NOT NULL');
    await knownEverywhere();
    expect(await everywhere(key)).toEqual([401, 401]);
  });

  it('[keys.ends] of a rotated key, the former one opens nothing a second after its overlap', async () => {
    const { id, key } = await newKey({});
    expect(await everywhere(key)).toEqual([200, 200]);
    const rotated = await send(1, `/api-keys/${id}/rotate`, apis.client.key, { overlap_seconds: 3_600 });
    const next = Made.parse(JSON.parse(rotated.text));
    await knownEverywhere();
    expect([await everywhere(key), await everywhere(next.key)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await apis.pool.query('UPDATE api_keys SET former_until = app_now() WHERE former_until IS NOT NULL');
    await knownEverywhere();
    expect([await everywhere(key), await everywhere(next.key)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });
});
