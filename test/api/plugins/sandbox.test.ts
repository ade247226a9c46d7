import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SLOW_MS } from '../../../api/plugins/sandbox.ts';
import { SHORT_DEADLINE_MS } from '../../../api/routes/buy.ts';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import { EFFECTS } from '../../../domain/sandbox/effect.ts';
import { type ApiFixture, addClient, type Client, startApi } from '../../support/api/fixture.ts';
import { type Answer, balanceOf, bought, buy, call, errorOf, list, order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { retryWhileLimited } from '../../support/retry.ts';
import { codesIn, sandboxRows } from '../../support/sandbox/page.ts';

const BALANCE = 1_000_000;
/** Much longer than a prompt answer. */
const TEST_SLOW_MS = 1_500;

const registry = new Registry();
let api: ApiFixture;
let client: Client;
beforeAll(async () => {
  api = await startApi({ slowMs: TEST_SLOW_MS, registry });
  client = await addClient(api.pool, { balance: BALANCE, livemode: false });
});
afterAll(() => api.close());

const ROWS = sandboxRows('header').map((row) => ({ ...row, effect: codesIn(row.send)[0] ?? '' }));
const REFUSED = ROWS.filter(({ sees }) => /^\d{3} /.test(sees));
const OF_PURCHASES = REFUSED.filter(({ happens }) => happens.startsWith('a purchase'));
const OF_ALL = REFUSED.filter(({ happens }) => happens.startsWith('every request'));

const sent = (effect: string) => ({ key: client.key, headers: { 'svc-sandbox': effect } });
const timed = async (asked: Promise<Answer>) => {
  const began = performance.now();
  return { answer: await asked, ms: performance.now() - began };
};

const timeToResolve = ({ created_at, resolve_by }: Pick<PurchaseResource, 'created_at' | 'resolve_by'>) =>
  Date.parse(resolve_by) - Date.parse(created_at);

it('the page has a row for every value', () => {
  expect(ROWS.map(({ effect }) => effect).toSorted()).toEqual([...EFFECTS].toSorted());
});

describe('in test mode', () => {
  it.each(REFUSED)(
    '[sandbox.header] [sandbox.reference] $effect: a purchase gets $sees, and nothing is bought',
    async ({ effect, sees }) => {
      const before = await balanceOf(api, client);
      const body = order();
      const marked = order({ reference: `sandbox:${effect}:${body.reference}` });
      for (const answer of [await buy(api, body, sent(effect)), await buy(api, marked, client)]) {
        const { status, code } = refusalOf(answer);
        expect(`${status} \`${code}\``).toBe(sees);
        if (status !== 402) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      for (const { reference } of [body, marked])
        expect((await list(api, { reference }, client)).data).toEqual([]);
      expect(await balanceOf(api, client)).toEqual(before);
      // The same request without the header is an ordinary one.
      expect((await buy(api, body, client)).status).toBe(201);
    },
  );

  it.each(OF_ALL)('$effect: every operation gets $sees', async ({ effect, sees }) => {
    for (const path of ['/v1/balance', '/v1/purchases', '/v1/statements/2026-11-20/lines'])
      expect(`${(await call(api, path, sent(effect))).status} `).toBe(sees.slice(0, 4));
  });

  it.each(OF_PURCHASES)('$effect: has no effect on reads', async ({ effect }) => {
    expect((await call(api, '/v1/balance', sent(effect))).status).toBe(200);
  });

  it('unavailable: has the network of the bundle in details', async () => {
    const { details } = errorOf(await buy(api, order(), sent('unavailable')));
    expect(details).toMatchObject({ network: { id: 'net_mtn', status: 'unavailable' } });
    const unknown = await buy(api, order({ bundle_id: 'bnd_no_such' }), sent('unavailable'));
    expect(errorOf(unknown).code).toBe('bundle_unavailable');
  });

  it('[sandbox.header] [sandbox.reference] slow: buys, and answers later; a read is answered later too', async () => {
    const [row] = ROWS.filter(({ effect }) => effect === 'slow');
    expect(row?.happens).toBe(`every answer takes ${SLOW_MS / 1_000} s`);
    const body = order();
    const slow = timed(buy(api, body, sent('slow')));
    await expect
      .poll(async () => (await list(api, { reference: body.reference }, client)).data.length)
      .toBe(1);
    const marked = timed(buy(api, order({ reference: `sandbox:slow:${body.reference}` }), client));
    const read = timed(call(api, '/v1/balance', sent('slow')));
    for (const { answer, ms } of await Promise.all([slow, marked, read])) {
      expect(answer.status).toBeLessThan(202);
      expect(ms).toBeGreaterThanOrEqual(TEST_SLOW_MS);
    }
  });

  it('[sandbox.header] [sandbox.reference] short-deadline: resolve_by comes soon', async () => {
    const [row] = ROWS.filter(({ effect }) => effect === 'short-deadline');
    expect(row?.happens).toContain(`${SHORT_DEADLINE_MS / 1_000} s after`);
    const usual = await bought(api, order(), client);
    const marked = order({ reference: `sandbox:short-deadline:${usual.reference}` });
    const asked = [await bought(api, order(), sent('short-deadline')), await bought(api, marked, client)];
    expect(asked.map(timeToResolve)).toEqual([SHORT_DEADLINE_MS, SHORT_DEADLINE_MS]);
    expect(timeToResolve(usual)).toBeGreaterThan(SHORT_DEADLINE_MS);
  });

  it('an unknown value is rejected, with all values in the message', async () => {
    const answer = await buy(api, order(), sent('explode'));
    expect(refusalOf(answer)).toEqual({ status: 400, code: 'invalid_request', retryable: false });
    for (const effect of EFFECTS) expect(errorOf(answer).message).toContain(effect);
    expect((await buy(api, order({ reference: 'sandbox:explode:order-1' }), client)).status).toBe(201);
  });

  it('what was requested is not measured, so that it raises no alert', async () => {
    const measured = async () =>
      /bundlewire_api_request_seconds_count\{[^}]*status="500"/.test(await registry.metrics());
    await call(api, '/v1/balance', sent('internal-error'));
    await call(api, '/v1/balance', client);
    await expect.poll(() => registry.metrics()).toMatch(/route="\/v1\/balance",status="200"/);
    expect(await measured()).toBe(false);
  });
});

describe('in live mode', () => {
  it.each([...EFFECTS, 'explode'])('[sandbox.live] %s is rejected and buys nothing', async (effect) => {
    const body = order();
    const answer = await buy(api, body, { headers: { 'svc-sandbox': effect } });
    expect(refusalOf(answer)).toEqual({ status: 400, code: 'invalid_request', retryable: false });
    expect(errorOf(answer).message).toContain('only in test mode');
    expect((await list(api, { reference: body.reference })).data).toEqual([]);
    expect((await call(api, '/v1/balance', { headers: { 'svc-sandbox': effect } })).status).toBe(400);
  });

  it('[sandbox.live] references have no effect', async () => {
    for (const effect of EFFECTS) {
      const purchase = await bought(api, order({ reference: `sandbox:${effect}:live` }));
      expect(timeToResolve(purchase)).toBeGreaterThan(SHORT_DEADLINE_MS);
    }
  });
});

describe('slow answers', () => {
  let patient: ApiFixture;
  let waiting: Client;
  beforeAll(async () => {
    patient = await startApi({ slowMs: 10 * 60_000 });
    waiting = await addClient(patient.pool, { balance: BALANCE, livemode: false });
  });
  afterAll(() => patient.close());

  const slowly = (signal?: AbortSignal) =>
    fetch(`${patient.baseUrl}/v1/purchases`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${waiting.key}`,
        'content-type': 'application/json',
        'svc-sandbox': 'slow',
      },
      body: JSON.stringify(order()),
      ...(signal === undefined ? {} : { signal }),
    });
  const boughtSoFar = async () => (await list(patient, {}, waiting)).data.length;

  it('four wait, a fifth is rejected before it buys, and a client that leaves frees its place', async () => {
    const leaving = new AbortController();
    const left = Array.from({ length: 4 }, () => slowly(leaving.signal).catch(() => 'left'));
    await expect.poll(boughtSoFar).toBe(4);
    const refused = await slowly();
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain('already waiting for 4 slow answers');
    expect(await boughtSoFar()).toBe(4);

    leaving.abort();
    expect(await Promise.all(left)).toEqual(['left', 'left', 'left', 'left']);
    const last = retryWhileLimited(() => slowly());
    await expect.poll(boughtSoFar).toBe(5);
    // A process that stops waits for no slow answer.
    await patient.app.close();
    expect((await last).status).toBe(201);
  });
});
