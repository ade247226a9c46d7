import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createCache } from '../../services/cache.ts';

const LONG_MS = 3_600_000;

/** A source whose loads the test answers, in order. */
function source() {
  const loads: PromiseWithResolvers<number>[] = [];
  const load = () => {
    const next = Promise.withResolvers<number>();
    loads.push(next);
    return next.promise;
  };
  return { loads, load };
}

describe('a cache', () => {
  it('loads a value once for concurrent callers, and keeps it', async () => {
    const { loads, load } = source();
    const cache = createCache<string, number>(10, LONG_MS, load);
    const values = [cache.get('a'), cache.get('a')];
    loads[0]?.resolve(1);
    expect(await Promise.all(values)).toEqual([1, 1]);
    expect([await cache.get('a'), loads.length]).toEqual([1, 1]);
  });

  it('serves the last value while it loads the next once, and retries if that failed', async () => {
    const { loads, load } = source();
    const cache = createCache<string, number>(10, LONG_MS, load, 0);
    const first = cache.get('a');
    loads[0]?.resolve(1);
    await first;
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual([1, 1]);
    expect(loads.length).toBe(2);

    loads[1]?.reject(new Error('away'));
    await sleep(0);
    expect([await cache.get('a'), loads.length]).toEqual([1, 3]);
    loads[2]?.resolve(2);
    await sleep(0);
    expect(await cache.get('a')).toBe(2);
  });

  it('serves nothing that is too old', async () => {
    const { loads, load } = source();
    const cache = createCache<string, number>(10, 0, load);
    const first = cache.get('a');
    loads[0]?.resolve(1);
    expect(await first).toBe(1);
    const second = cache.get('a');
    loads[1]?.resolve(2);
    expect(await second).toBe(2);
  });
});
