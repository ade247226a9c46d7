import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLanes } from '../../services/lane.ts';

/** A lane whose transactions end when the test says so. */
function heldLane(onWork: () => void = () => {}, cap = 512) {
  const held: { readonly end: (error?: Error) => void }[] = [];
  const lanes = createLanes<'account', string, string>({
    cap,
    shouldRetryIndividually: () => false,
    work: (_key, items) => {
      onWork();
      const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
      const results = items.map((item) => `${item} is done`);
      held.push({ end: (error) => (error === undefined ? resolve(results) : reject(error)) });
      return promise;
    },
  });
  const started = async (count: number) => {
    while (held.length < count) await turn();
  };
  return { lanes, held, started };
}

const ITEMS = Array.from({ length: 7 }, (_, nth) => `item ${nth + 1}`);

it('everyone in a transaction is answered once it has ended, though the next one never ends', async () => {
  const { lanes, held, started } = heldLane();
  const first = Promise.all(ITEMS.map((item) => lanes.run('account', item)));
  await started(1);
  const next = lanes.run('account', 'next');
  held[0]?.end();
  await expect(first).resolves.toEqual(ITEMS.map((item) => `${item} is done`));
  await started(2);
  held[1]?.end();
  await expect(next).resolves.toBe('next is done');
  await lanes.idle();
});

it('the next transaction is sent before all of the one before are answered', async () => {
  const answered: string[] = [];
  const answeredBefore: number[] = [];
  const { lanes, held, started } = heldLane(() => answeredBefore.push(answered.length));
  const first = ITEMS.map((item) => lanes.run('account', item).then(() => answered.push(item)));
  await started(1);
  const next = lanes.run('account', 'next');
  held[0]?.end();
  await started(2);
  held[1]?.end();
  await Promise.all([...first, next]);
  expect(answeredBefore).toEqual([0, 4]);
});

it('the next transaction starts in the same turn of the event loop if it is full', async () => {
  const { lanes, held, started } = heldLane(() => {}, ITEMS.length);
  const first = lanes.run('account', 'first');
  await started(1);
  await turn();
  const full = ITEMS.map((item) => lanes.run('account', item));
  held[0]?.end();
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect(held.length).toBe(2);
  held[1]?.end();
  await Promise.all([first, ...full]);
});

it('a failed transaction rejects all its items, and the next one runs', async () => {
  const { lanes, held, started } = heldLane();
  const first = ITEMS.map((item) => lanes.run('account', item));
  await started(1);
  const next = lanes.run('account', 'next');
  held[0]?.end(new Error('the database is away'));
  const outcomes = await Promise.allSettled(first);
  expect(outcomes.map(({ status }) => status)).toEqual(ITEMS.map(() => 'rejected'));
  await started(2);
  held[1]?.end();
  await expect(next).resolves.toBe('next is done');
});
