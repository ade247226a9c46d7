import { expect, it } from 'vitest';
import {
  ATTEMPT_OFFSETS_MS,
  ATTEMPTS_MAX,
  connectWithinMs,
  WEBHOOK_TIMEOUT_MS,
} from '../../../domain/webhook/retry-schedule.ts';

it('[events.retries] tries an event immediately and 1 min, 5 min, 30 min, 2 h, 8 h and 24 h after the first attempt', () => {
  const minutes = ATTEMPT_OFFSETS_MS.map((offset) => offset / 60_000);
  expect(minutes).toEqual([0, 1, 5, 30, 120, 480, 1_440]);
  expect(ATTEMPTS_MAX).toBe(7);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('leaves time within the deadline for each of %i addresses', (addresses) => {
  const waits = Array.from({ length: addresses }, (_, index) =>
    connectWithinMs(addresses, addresses - index),
  );
  const others = waits.slice(0, -1).reduce((sum, ms) => sum + ms, 0);
  expect(waits.at(-1)).toBe(WEBHOOK_TIMEOUT_MS);
  expect(others).toBeLessThanOrEqual((WEBHOOK_TIMEOUT_MS / addresses) * (addresses - 1));
  for (const ms of waits) expect(ms).toBeGreaterThan(1_000);
});
