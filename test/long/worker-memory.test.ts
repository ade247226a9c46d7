import { readFileSync } from 'node:fs';
import { platform } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NIGERIA } from '../../services/catalogue/demo/nigeria.ts';
import { CACHED_WORKFLOWS_MAX } from '../../worker/temporal/workers.ts';
import { counts, eventually } from '../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, startFaultStack } from '../support/faults/fault-stack.ts';
import { post } from '../support/faults/load.ts';
import { seeded } from '../support/faults/seed.ts';

/** Twice what the live queues may cache, over all networks. */
const OPEN = 2 * CACHED_WORKFLOWS_MAX;
/** The 1.5 GB that docs/production.md gives a worker. */
const RESIDENT_MIB_MAX = 1_430;

/** Memory is read from /proc. */
describe.runIf(OWN_SERVERS && platform() === 'linux')(
  'a worker with more open purchases than it caches',
  () => {
    const random = seeded(import.meta.url);
    let stack: FaultStack;
    beforeAll(async () => {
      stack = await startFaultStack({
        network: { resolveWithinMs: 15 * 60_000, inquiryDelaysMs: [600_000] },
      });
    });
    afterAll(() => stack.stop());

    it(`needs at most ${RESIDENT_MIB_MAX} MiB`, async () => {
      const { worker } = stack.stack.processes;
      const before = residentMib(worker.pid);
      // The network takes these orders and never gives an outcome.
      const posted = await post(stack, {
        name: 'open',
        count: OPEN,
        endings: ['981'],
        random,
        insists: true,
      });
      expect(posted.filter(({ kind }) => kind === 'accepted')).toHaveLength(OPEN);
      await eventually('every order was sent', 300_000, async () => (await sent(stack)) >= OPEN);
      expect((await counts(stack)).pending).toBe(OPEN);

      const after = residentMib(worker.pid);
      console.log(
        `worker ${before.toFixed(0)} → ${after.toFixed(0)} MiB with ${OPEN} open purchases of ${NIGERIA.length} networks`,
      );
      expect(after).toBeLessThanOrEqual(RESIDENT_MIB_MAX);
    });
  },
);

async function sent({ pool }: FaultStack): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*) FROM submissions WHERE answered_at IS NOT NULL',
  );
  return rows[0]?.count ?? 0;
}

/** The highest resident memory of a process so far, in MiB. */
function residentMib(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1_024;
}
