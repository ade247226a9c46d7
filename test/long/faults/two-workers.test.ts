import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkQueue } from '../../../domain/network/queues.ts';
import type { ManagedProcess } from '../../../tools/stack/process.ts';
import { onDatabase } from '../../support/faults/databases.ts';
import { counts, endsWell, eventually, submitsOf } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';

const HASTY = 'net_9mobile_ng';
const PATIENT = ['net_mtn_ng', 'net_airtel_ng', 'net_glo_ng'];
const STOPPED_MS = 60_000;

describe.runIf(OWN_SERVERS)('two workers, each with its relay', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  let second: ManagedProcess;
  beforeAll(async () => {
    const seed = onDatabase(`UPDATE networks SET resolve_within_ms = 60000 WHERE id = '${HASTY}'`);
    stack = await startFaultStack({ seed });
  });
  afterAll(() => stack.stop());

  it('do everything once, though one is stopped (SIGSTOP) and resumed', async () => {
    second = await stack.stack.restart('secondWorker');
    const { worker } = stack.stack.processes;
    const load = { endings: MIXED, random, networkIds: PATIENT };
    const posting = post(stack, { ...load, name: 'two', count: 120, pauseMs: 30 });
    await sleep(random.between(200, 800));
    worker.kill('SIGSTOP');
    await sleep(STOPPED_MS);
    worker.kill('SIGCONT');
    const posted = await posting;

    const { successful, failed, seconds } = await endsWell(stack, posted);
    report({
      fault: `two workers, one SIGSTOP for ${STOPPED_MS / 1_000} s`,
      broken: `one of the two, while ${posted.length} purchases were accepted`,
      held: `every effect once, books equal (${successful} delivered, ${failed} failed)`,
      seconds,
    });
  });

  it('never send a failed purchase, even if one was stopped between fence and send', async () => {
    await stack.stack.processes.worker.stop();
    const stopped = await stack.stack.restart('worker', { CRASH_POINT: 'after_fence:1:SIGSTOP' });
    // The other worker keeps deadlines but serves other networks, so it does not take the purchase over.
    await second.stop();
    second = await stack.stack.restart('secondWorker', { NETWORK_QUEUES: networkQueue('net_mtn_ng', true) });
    const posted = await post(stack, {
      name: 'zombie',
      count: 1,
      endings: ['000'],
      random,
      networkIds: [HASTY],
      insists: true,
    });
    await eventually('it was stopped after the fence', 60_000, async () =>
      readFileSync(stopped.logFile, 'utf8').includes('"name":"after_fence","nth":1,"signal":"SIGSTOP"'),
    );
    await eventually('the guard failed it', 150_000, async () => (await counts(stack)).pending === 0);
    stopped.kill('SIGCONT');
    await sleep(5_000);

    const { seconds } = await endsWell(stack, posted);
    expect(await submitsOf(stack, posted)).toBe(0);
    report({
      fault: 'worker SIGSTOP between fence and send',
      broken: '1 purchase, failed by the guard before the worker was resumed',
      held: 'never sent',
      seconds,
    });
  });
});
