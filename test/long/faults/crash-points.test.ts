import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CRASH_POINTS } from '../../../domain/purchase/crash-points.ts';
import { endsWell } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';

const PURCHASES = 40;

describe.runIf(OWN_SERVERS)('a worker that is killed (SIGKILL)', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    stack = await startFaultStack();
  });
  afterAll(() => stack.stop());

  it.each(CRASH_POINTS)('at the crash point %s loses nothing and buys nothing twice', async (name) => {
    const nth = random.between(1, PURCHASES / 2);
    await stack.stack.processes.worker.stop();
    const doomed = await stack.stack.restart('worker', { CRASH_POINT: `${name}:${nth}` });
    const posted = await post(stack, { name, count: PURCHASES, endings: MIXED, random, insists: true });
    expect(await doomed.exited).toEqual({ code: null, signal: 'SIGKILL' });
    expect(readFileSync(doomed.logFile, 'utf8')).toContain(
      `"msg":"crash point","name":"${name}","nth":${nth}`,
    );
    expect(posted.every(({ kind }) => kind === 'accepted')).toBe(true);

    await stack.stack.restart('worker');
    const { successful, failed, events, seconds } = await endsWell(stack, posted);
    report({
      fault: `worker SIGKILL at ${name}`,
      broken: `at pass ${nth}, with ${PURCHASES} purchases`,
      held: `books equal, nothing twice (${successful} delivered, ${failed} failed, ${events} events so far)`,
      seconds,
    });
  });
});
