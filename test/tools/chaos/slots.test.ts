import { expect, it } from 'vitest';
import { createSlots } from '../../../tools/chaos/run/slots.ts';

it('no more work runs at the same time than there are slots, and all of it runs in its order', async () => {
  const inSlot = createSlots(3);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (nth: number) => {
    started.push(nth);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (nth % 2 === 0) throw new Error('failed');
  };
  const all = Array.from({ length: 20 }, (_, nth) => inSlot(() => work(nth)));
  await Promise.allSettled(all);
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 20 }, (_, nth) => nth));
});
