import { expect, it } from 'vitest';
import { createGate } from '../../../worker/relay/gate.ts';

it('lets so many in at once, and the others as places are left, first come first served', async () => {
  const gate = createGate(2);
  const inside: number[] = [];
  const entering = [1, 2, 3, 4].map((nth) => gate.enter().then(() => inside.push(nth)));
  await Promise.all(entering.slice(0, 2));
  expect(inside).toEqual([1, 2]);

  gate.leave();
  await entering[2];
  expect(inside).toEqual([1, 2, 3]);
  gate.leave();
  gate.leave();
  gate.leave();
  await entering[3];
  expect(inside).toEqual([1, 2, 3, 4]);
});

it('keeps no place for nobody: as many enter later as did at first', async () => {
  const gate = createGate(1);
  await gate.enter();
  gate.leave();
  await gate.enter();
  let entered = false;
  const next = gate.enter().then(() => {
    entered = true;
  });
  await Promise.resolve();
  expect(entered).toBe(false);
  gate.leave();
  await next;
});
