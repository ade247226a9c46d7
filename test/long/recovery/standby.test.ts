import { afterAll, describe, expect, it } from 'vitest';
import { endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { type Posted, PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';
import { type Standby, startSynchronousStandby } from '../../support/recovery/standby.ts';

/** Accepted before the primary is killed. */
const BEFORE = 60;
/** Accepted by the promoted standby, before the load ends. */
const AFTERWARDS = 40;
const WITHIN_MS = 180_000;

describe.runIf(OWN_SERVERS)(
  'the primary killed (SIGKILL) under load, its synchronous standby promoted',
  () => {
    const random = seeded(import.meta.url);
    let stack: FaultStack | undefined;
    let standby: Standby | undefined;
    afterAll(async () => {
      await stack?.stop();
      standby?.stop();
    });

    it('loses no purchase that was answered with 201, and API and worker keep running', async () => {
      // Production starts a silent purchase again after a minute, which is too long for a test.
      stack = await startFaultStack({ env: { SILENT_MS: '4000' } });
      standby = await startSynchronousStandby(stack.stack.databaseUrl);
      const { api, worker } = stack.stack.processes;
      const enough = new AbortController();
      const load = { endings: PROMPT, random, pauseMs: 150, signal: enough.signal };
      const posting = post(stack, { ...load, name: 'failover', count: 5_000 });
      const there = stack;
      await eventually('purchases were accepted', WITHIN_MS, async () => (await accepted(there)) >= BEFORE);

      await stack.postgres.take();
      const killedAt = Date.now();
      standby.promote();
      stack.proxies.postgres.target(standby.port);
      const atPromotion = await acceptedBy(stack);
      await eventually('the standby accepts purchases', WITHIN_MS, async () => {
        return (await accepted(there)) >= atPromotion + AFTERWARDS;
      });
      enough.abort();
      const posted = await posting;

      const firstAfter = Math.min(
        ...posted.filter(isAcceptedAfter(killedAt)).map(({ answeredAt }) => answeredAt ?? 0),
      );
      const { seconds, successful } = await endsWell(stack, posted);
      expect(stack.stack.processes).toEqual({ ...stack.stack.processes, api, worker });
      const unanswered = posted.filter(({ kind }) => kind !== 'accepted').length;
      report({
        fault: 'primary SIGKILL under load, synchronous standby promoted',
        broken: `${unanswered} requests got no answer or 500; the next 201 came after ${((firstAfter - killedAt) / 1_000).toFixed(1)} s`,
        held: `all ${posted.length - unanswered} purchases answered with 201 exist; ${successful} delivered, books equal`,
        seconds,
      });
    });
  },
);

const isAcceptedAfter =
  (moment: number) =>
  ({ kind, answeredAt }: Posted) =>
    kind === 'accepted' && (answeredAt ?? 0) > moment;

async function accepted({ pool }: FaultStack): Promise<number> {
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM purchases');
  return rows[0]?.count ?? 0;
}

/** As `accepted`, when the pool may still hold connections of the old primary. */
async function acceptedBy(stack: FaultStack): Promise<number> {
  let count = 0;
  await eventually('the promoted server answers', WITHIN_MS, async () => {
    count = await accepted(stack);
    return true;
  });
  return count;
}
