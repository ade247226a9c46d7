import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClient, NoAnswerError } from '../../../clients/typescript/src/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('by default, attempts continue for a minute while no connection can be made', async () => {
  const sent: number[] = [];
  const client = createClient({
    baseUrl: 'https://api.example.com',
    apiKey: 'bw_test_1',
    fetch: () => {
      sent.push(performance.now());
      return Promise.reject(new TypeError('fetch failed'));
    },
  });
  const failed = client.balance().then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await failed).toBeInstanceOf(NoAnswerError);
  const lastMs = (sent.at(-1) ?? 0) - (sent[0] ?? 0);
  expect(lastMs).toBeGreaterThan(50_000);
  expect(lastMs).toBeLessThanOrEqual(60_000);
});
