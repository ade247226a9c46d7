import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCalls } from '../../../db/networks/gateway-calls.ts';
import { judgeNetworks } from '../../../db/networks/health.ts';
import { overrideNetwork } from '../../../db/networks/override.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, buy, call, errorOf, order } from '../../support/api/http.ts';
import { knownEverywhere } from '../../support/api/refusal.ts';

const ACTOR = { operator: 'ada', reason: 'reported by the network' };

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

it('[network.status] a network that is measured to be down is refused with 503, its status, and when to ask again', async () => {
  await bought(api, order());
  await addCalls(api.pool, [
    {
      networkId: 'net_mtn',
      livemode: true,
      call: 'submit',
      outcome: 'unknown:timed_out',
      kind: 'trouble',
      calls: 40,
      slow: 40,
      completed: 0,
      durationMs: 400_000,
    },
  ]);
  await judgeNetworks(api.pool);
  await knownEverywhere();

  const answer = await buy(api, order());
  expect(answer.status).toBe(503);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(15);
  expect(errorOf(answer)).toMatchObject({
    code: 'network_unavailable',
    retryable: true,
    details: {
      network: {
        id: 'net_mtn',
        status: 'unavailable',
        status_message: 'The network does not answer, or refuses everything.',
        status_updated_at: expect.any(String),
      },
    },
  });
});

it('[network.status] a degraded network still takes purchases', async () => {
  const [networkId, message] = ['net_mtn', 'Slow today'];
  await overrideNetwork(api.pool, { networkId, status: 'degraded', message, until: null }, ACTOR);
  await knownEverywhere();
  const shown = JSON.parse((await call(api, `/v1/networks/${networkId}`)).text);
  expect(shown).toMatchObject({ status: 'degraded', status_message: message });
  expect((await buy(api, order())).status).toBe(201);
});

it('an operator’s word opens it again, and closes it until an hour', async () => {
  const networkId = 'net_mtn';
  await overrideNetwork(api.pool, { networkId, status: 'operational', message: null, until: null }, ACTOR);
  await knownEverywhere();
  await bought(api, order());

  const until = new Date(Date.now() + 120_000);
  const message = 'Maintenance';
  await overrideNetwork(api.pool, { networkId, status: 'unavailable', message, until }, ACTOR);
  await judgeNetworks(api.pool);
  await knownEverywhere();
  const answer = await buy(api, order());
  expect(answer.status).toBe(503);
  const seconds = Number(answer.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(60);
  expect(seconds).toBeLessThanOrEqual(120);
  expect(errorOf(answer)).toMatchObject({ details: { network: { status_message: message } } });
});
