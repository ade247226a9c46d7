import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNALS } from '../../../workflows/names.ts';
import { onDatabase } from '../../support/faults/databases.ts';
import { booksOf, endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { type Posted, PROMPT, post, postBodies } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import {
  activate,
  bundleChangedWorkflows,
  type Ran,
  readRuns,
  signal,
} from '../../support/recovery/builds.ts';
import {
  lateBody,
  lateRecords,
  NETWORK_TERMS,
  nextEnded,
  openBodies,
  ordersTaken,
  purchaseIds,
  retryIds,
  started,
} from '../../support/recovery/rollout.ts';

const FORMER = '1.0.0';
const NEW = '1.1.0';
const NETWORKS = ['net_mtn_ng', 'net_airtel_ng'];
const WITHIN_MS = 300_000;

describe.runIf(OWN_SERVERS)('a build with changed workflows, rolled out under load', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  let address: string;
  let changed: string;
  beforeAll(async () => {
    changed = await bundleChangedWorkflows();
    stack = await startFaultStack({ env: { WORKER_BUILD_ID: FORMER }, seed: onDatabase(NETWORK_TERMS) });
    address = stack.temporalAddress;
  });
  afterAll(() => stack.stop());

  it('loses nothing: the new build gets no task before its activation, and then continues what the former started', async () => {
    await activate(address, FORMER);
    const open = await postBodies(stack, await openBodies(stack));
    const late = await postBodies(stack, [await lateBody(stack)]);
    await ordersTaken(stack, idsOf([...open, ...late]));
    await stack.proxies.reloadly.refuse();
    stack.proxies.reloadly.reset();
    await started(stack, 'open purchases', async () => idsOf(open), open.length);

    const enough = new AbortController();
    const load = {
      name: 'load',
      count: 20_000,
      endings: PROMPT,
      pauseMs: 3_000,
      random,
      networkIds: NETWORKS,
    };
    const posting = post(stack, { ...load, signal: enough.signal });
    const former = stack.stack.processes.worker;
    await startNewBuild(stack, changed);
    expect((await nextEnded(stack)).map(summary)).toEqual(every({ builds: [FORMER], changed: false }));
    await eventually('a late inquiry is open', WITHIN_MS, async () => (await lateRecords(stack)).open === 1);
    const lateIds = idsOf(late).map((id) => `${id}.late`);
    await started(stack, 'the late inquiry', async () => lateIds, 1);
    await stack.proxies.receiver.refuse();
    stack.proxies.receiver.reset();
    await started(stack, 'webhook retries', () => retryIds(stack), 3);

    expect(await activate(address, NEW)).toContain(NEW);
    await stack.proxies.receiver.restore();
    expect((await nextEnded(stack)).map(summary)).toEqual(every({ builds: [NEW], changed: true }));
    await former.stop();
    expect((await nextEnded(stack)).map(summary)).toEqual(every({ builds: [NEW], changed: true }));
    enough.abort();
    const posted = [...open, ...late, ...(await posting)];
    expect(posted.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    await stack.proxies.reloadly.restore();
    await inquire(stack, lateIds);

    const { seconds, successful, failed, events } = await endsWell(stack, posted);
    const deliveries = [...(await booksOf(stack)).values()].map((entry) => entry.deliveries);
    expect(Math.max(...deliveries)).toBe(1);
    const moved = await movedRuns(stack, lateIds);
    expect(moved).toEqual(expect.arrayContaining([...idsOf(open), ...lateIds]));
    const retries = moved.filter((id) => id.startsWith('evt_'));
    expect(retries).not.toEqual([]);
    report({
      fault: 'a build with changed workflows rolled out under load',
      broken: `${moved.length - retries.length - 1} purchases, ${retries.length} webhook retries and a late inquiry outlived their build`,
      held: `${successful} delivered and ${failed} failed once, all ${events} events received, books equal`,
      seconds,
    });
  });
});

/** On a busy machine, a process may give up before PostgreSQL answers it. */
async function startNewBuild({ stack }: FaultStack, changed: string): Promise<void> {
  await eventually('a worker of the new build runs', WITHIN_MS, async () => {
    await stack.restart('secondWorker', { WORKER_BUILD_ID: NEW, WORKFLOW_BUNDLES: changed });
    return true;
  });
}

function idsOf(posted: readonly Posted[]): string[] {
  return posted.map(({ purchaseId }) => String(purchaseId));
}

/** The builds that worked for a workflow, and whether the changed code started it. */
function summary({ builds, changed }: Ran) {
  return { builds: [...new Set(builds)], changed };
}

function every(expected: ReturnType<typeof summary>) {
  return Array.from({ length: 10 }, () => expected);
}

/** Asks for inquiries, as operators do, until the open purchases and the late one are settled. */
async function inquire(stack: FaultStack, lateIds: readonly string[]): Promise<void> {
  await eventually('the open purchases are final', WITHIN_MS, async () => {
    const pending = await purchaseIds(stack, "status = 'pending' AND reference LIKE 'open-%'");
    await signal(stack.temporalAddress, pending, SIGNALS.requery);
    return pending.length === 0;
  });
  await eventually('the late inquiry found the delivery', WITHIN_MS, async () => {
    if ((await lateRecords(stack)).confirmations === 1) return true;
    await signal(stack.temporalAddress, lateIds, SIGNALS.requery);
    return false;
  });
}

/** Checks every workflow of the test. Returns those that the former build started and the new build completed. */
async function movedRuns(stack: FaultStack, lateIds: readonly string[]): Promise<string[]> {
  const ids = [...(await purchaseIds(stack)), ...(await retryIds(stack)), ...lateIds];
  let runs: Ran[] = [];
  await eventually('every workflow has completed', WITHIN_MS, async () => {
    runs = await readRuns(stack.temporalAddress, ids);
    return runs.every(({ completed }) => completed);
  });
  const ofWrongBuild = runs.filter(({ builds, changed, id }) => changed !== isChanged(id, builds[0]));
  expect(ofWrongBuild).toEqual([]);
  return runs.filter(({ builds }) => builds[0] === FORMER && builds.at(-1) === NEW).map(({ id }) => id);
}

/** Late inquiries did not change. */
function isChanged(id: string, firstBuild: string | null | undefined): boolean {
  return firstBuild === NEW && !id.endsWith('.late');
}
