import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiProcesses, startApiProcesses } from '../../../support/api/processes.ts';

const PROCESSES = 3;
const LIMIT = 64;
const SECONDS = 4;

let apis: ApiProcesses;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  apis = await startApiProcesses(PROCESSES, { rateLimitPerSecond: LIMIT });
});

afterAll(async () => {
  agent.destroy();
  await apis.close();
});

function balance(url: string): Promise<{ readonly status: number; readonly remaining: number }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apis.client.key}` };
    const sent = request(`${url}/v1/balance`, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          remaining: Number(response.headers['ratelimit-remaining']),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe(`an account's ${LIMIT} requests a second over ${PROCESSES} API processes`, () => {
  it('are shared: all of them together admit no more than the limit', async () => {
    const admitted = new Map<string, number>(apis.urls.map((url) => [url, 0]));
    const refused = new Map<string, number>(apis.urls.map((url) => [url, 0]));
    const begin = Date.now();
    const until = begin + SECONDS * 1_000;
    // On a busy machine it may take longer until every process has refused something.
    const isOver = () => Date.now() >= until && [...refused.values()].every((count) => count > 0);
    const client = async (url: string) => {
      while (!isOver()) {
        const { status, remaining } = await balance(url);
        const count = status === 200 ? admitted : refused;
        count.set(url, (count.get(url) ?? 0) + 1);
        expect([200, 429]).toContain(status);
        expect(remaining).toBeGreaterThanOrEqual(0);
        expect(remaining).toBeLessThan(LIMIT);
      }
    };
    await Promise.all(apis.urls.flatMap((url) => [client(url), client(url), client(url), client(url)]));

    const windows = Math.floor(Date.now() / 1_000) - Math.floor(begin / 1_000) + 1;
    const total = [...admitted.values()].reduce((sum, count) => sum + count, 0);
    for (const url of apis.urls) expect(refused.get(url)).toBeGreaterThan(0);
    expect(total).toBeGreaterThanOrEqual(LIMIT);
    expect(total).toBeLessThanOrEqual(windows * LIMIT);
  });

  it('can all be had of one process, when the client talks to one alone', async () => {
    let most = 0;
    for (let round = 0; round < 30 && most < LIMIT; round++) {
      // Start with a new window.
      await sleep(1_020 - (Date.now() % 1_000));
      const answers = await Promise.all(Array.from({ length: LIMIT }, () => balance(apis.urls[0] ?? '')));
      most = Math.max(most, answers.filter(({ status }) => status === 200).length);
    }
    expect(most).toBe(LIMIT);
  });
});
