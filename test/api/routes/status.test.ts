import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatusResource } from '../../../contract/status.ts';
import { beat } from '../../../db/outbox/heartbeats.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';
import { keepWorkerAlive } from '../../support/console/decisions.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function status() {
  const answer = await call(api, '/v1/status');
  expect(answer.status).toBe(200);
  return StatusResource.strict().parse(JSON.parse(answer.text));
}

const moveClock = (ms: number) =>
  api.pool.query({ text: 'UPDATE app_clock SET offset_ms = $1', values: [ms] });

describe('GET /v1/status', () => {
  it('is degraded while no worker shows itself, or none of them reaches Temporal', async () => {
    expect((await status()).platform).toMatchObject({ status: 'degraded', message: expect.any(String) });
    await beat(api.pool, newUuid(), false);
    expect((await status()).platform.status).toBe('degraded');
  });

  it('[status.fields] [status.get] is operational while one worker of several is well, with the networks as they are listed', async () => {
    await keepWorkerAlive(api);
    const shown = await status();
    expect(shown.platform).toEqual({ status: 'operational', message: null });
    expect(shown.networks).toEqual(JSON.parse((await call(api, '/v1/networks')).text).data);
    expect(Date.now() - Date.parse(shown.updated_at)).toBeLessThan(60_000);
  });

  it('forgets a worker that has been silent', async () => {
    await moveClock(3_660_000);
    expect((await status()).platform.status).toBe('degraded');
    await moveClock(0);
  });

  it('is unavailable when every network of the account refuses purchases', async () => {
    await keepWorkerAlive(api);
    await api.pool.query(`UPDATE networks SET status = 'unavailable'`);
    expect((await status()).platform.status).toBe('unavailable');
    await api.pool.query(`UPDATE networks SET status = 'degraded'`);
    expect((await status()).platform.status).toBe('degraded');
    await api.pool.query(`UPDATE networks SET status = 'operational'`);
  });

  it('takes no parameters', async () => {
    expect(refusalOf(await call(api, '/v1/status?verbose=1'))).toEqual(invalid('verbose'));
  });
});
