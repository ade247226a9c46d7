import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endsWell } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, type Posted, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';

describe.runIf(OWN_SERVERS)('PostgreSQL killed (SIGKILL) under load and restarted', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startFaultStack();
  });
  afterAll(() => stack.stop());

  it('keeps every purchase that was answered with 201, and none that was rejected', async () => {
    const { api, worker } = stack.stack.processes;
    const posting = post(stack, { name: 'killed', count: 150, endings: MIXED, random, pauseMs: 300 });
    await sleep(random.between(1_000, 2_500));
    await stack.postgres.take();
    await sleep(random.between(500, 2_000));
    await stack.postgres.bring();
    const posted = await posting;

    const { seconds } = await endsWell(stack, posted);
    expect(stack.stack.processes).toEqual({ ...stack.stack.processes, api, worker });
    expect(await hasEnded([api.exited, worker.exited])).toBe(false);
    const of = (kind: Posted['kind']) => posted.filter((each) => each.kind === kind).length;
    expect(of('accepted')).toBeGreaterThan(0);
    report({
      fault: 'PostgreSQL SIGKILL under load',
      broken: `${of('unanswered')} requests got no answer, ${of('refused')} were rejected`,
      held: `all ${of('accepted')} purchases answered with 201 exist, no rejected one does; API and worker kept running`,
      seconds,
    });
  });
});

async function hasEnded(exits: readonly Promise<unknown>[]): Promise<boolean> {
  return Promise.race([...exits.map((exit) => exit.then(() => true)), sleep(100, false)]);
}
