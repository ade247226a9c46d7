import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endsWell } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, type Posted, post } from '../../support/faults/load.ts';
import { type Random, seeded } from '../../support/faults/seed.ts';

const BREAKS = 12;
const PURCHASES = 150;
const LINKS = ['postgres', 'temporal', 'gateway', 'receiver'] as const;
const KINDS = ['cut', 'reset', 'delay', 'refuse', 'loseAnswers'] as const;

describe.runIf(OWN_SERVERS)('links that are cut, reset, slow or refused, or that lose answers', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startFaultStack();
  });
  afterAll(() => stack.stop());

  it('lose no purchase, and no purchase is bought twice', async () => {
    const posting = post(stack, { name: 'links', count: PURCHASES, endings: MIXED, random, pauseMs: 250 });
    for (let nth = 0; nth < BREAKS; nth++) await breakLink(stack, random);
    const posted = await posting;

    const { successful, failed, seconds } = await endsWell(stack, posted);
    const of = (kind: Posted['kind']) => posted.filter((each) => each.kind === kind).length;
    expect(posted).toHaveLength(PURCHASES);
    expect(of('accepted')).toBeGreaterThan(0);
    expect(successful).toBeGreaterThan(0);
    report({
      fault: 'links cut, reset, slow or refused, answers lost',
      broken: `${BREAKS} times: the link to PostgreSQL, Temporal, gateway or receiver`,
      held: `${of('accepted')} of ${posted.length} answered 201, all final, books equal (${successful} delivered, ${failed} failed)`,
      seconds,
    });
  });
});

/** Breaks one link in one way for a moment, then restores it. */
async function breakLink({ proxies }: FaultStack, random: Random): Promise<void> {
  const proxy = proxies[random.pick(LINKS)];
  const kind = random.pick(KINDS);
  if (kind === 'delay') proxy.delay(random.between(20, 300));
  else if (kind === 'loseAnswers') proxy.loseAnswers(random.between(1, 5));
  else await proxy[kind]();
  await sleep(random.between(200, 1_000));
  await proxy.restore();
}
