import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '../../../support/api/http.ts';
import { type ApiProcesses, startApiProcesses } from '../../../support/api/processes.ts';

/** Far longer than a stalled machine answers nothing, and shorter than the 20 s after which a process is killed. */
const DRAIN_MS = 15_000;
let apis: ApiProcesses;

beforeAll(async () => {
  apis = await startApiProcesses(
    2,
    { rateLimitPerSecond: 100_000, balance: 1_000_000_000 },
    { DRAIN_MS: String(DRAIN_MS) },
  );
});
afterAll(() => apis.close());

async function readyz(probeUrl: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${probeUrl}/readyz`);
  return { status: response.status, body: await response.json() };
}

describe('an API process', () => {
  it('says that it lives and what it depends on', async () => {
    const [probeUrl = ''] = apis.probeUrls;
    expect((await fetch(`${probeUrl}/livez`)).status).toBe(200);
    expect(await readyz(probeUrl)).toEqual({
      status: 200,
      body: { status: 'ready', checks: { postgresql: 'ok', process: 'ok' } },
    });
    const metrics = await (await fetch(`${probeUrl}/metrics`)).text();
    expect(metrics).toMatch(/bundlewire_lane_batch_size/);
    expect(metrics).toMatch(/bundlewire_api_request_seconds/);
  });

  it.each(['/metrics', '/livez', '/readyz', '/health'])(
    'does not serve %s where clients call',
    async (path) => {
      const [url = ''] = apis.urls;
      expect((await fetch(`${url}${path}`)).status).toBe(404);
    },
  );

  it('that stops under load fails no request, and keeps every purchase that it answered', async () => {
    const [leaving = '', staying = ''] = apis.urls;
    const [leavingProbes = ''] = apis.probeUrls;
    let target = leaving;
    let running = true;
    const outcomes = new Map<string, number>();
    const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

    // Like a load balancer: it checks regularly, and sends new requests to processes that are ready.
    const balancer = (async () => {
      while (running) {
        const { status } = await readyz(leavingProbes).catch(() => ({ status: 0 }));
        if (status !== 200) target = staying;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    })();
    const seen = (outcome: string) => outcomes.get(outcome) ?? 0;
    const headers = { authorization: `Bearer ${apis.client.key}`, 'content-type': 'application/json' };
    const read = (where: string) => fetch(`${where}/v1/balance`, { headers });
    const buy = (where: string) =>
      fetch(`${where}/v1/purchases`, { method: 'POST', headers, body: JSON.stringify(order()) });
    const load = Array.from({ length: 16 }, async (_, index) => {
      while (running) {
        const where = target;
        const name = where === leaving ? 'leaving' : 'staying';
        const ask = index % 2 === 0 ? read : buy;
        const outcome = await ask(where).then(
          async (response) => `${name} ${response.status} ${(await response.text()).length > 0}`,
          (error: Error) => `${name} failed: ${error.message}`,
        );
        // A lane that waits too long on a machine that stalls; the client asks again.
        if (!outcome.includes(' 429 ')) count(outcome);
      }
    });

    await expect.poll(() => seen('leaving 200 true')).toBeGreaterThan(50);
    await expect.poll(() => seen('leaving 201 true')).toBeGreaterThan(50);
    const stopped = apis.stop(0);
    await expect.poll(() => target).toBe(staying);
    await stopped;
    const before = seen('staying 201 true');
    await expect.poll(() => seen('staying 201 true')).toBeGreaterThan(before + 50);
    running = false;
    await Promise.all([...load, balancer]);
    expect([...outcomes.keys()].sort()).toEqual([
      'leaving 200 true',
      'leaving 201 true',
      'staying 200 true',
      'staying 201 true',
    ]);
    const { rows } = await apis.pool.query('SELECT count(*)::int AS purchases FROM purchases');
    expect(rows).toEqual([{ purchases: seen('leaving 201 true') + seen('staying 201 true') }]);
  });
});
