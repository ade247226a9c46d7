import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDatabase } from '../../support/faults/databases.ts';
import { endsWell, eventually, submitsOf } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, type Posted, PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';

/** Its purchases become final long before Temporal is back. */
const HASTY = 'net_9mobile_ng';
const PATIENT = ['net_mtn_ng', 'net_airtel_ng', 'net_glo_ng'];

describe.runIf(OWN_SERVERS)('Temporal stopped under load', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    const seed = onDatabase(`UPDATE networks SET resolve_within_ms = 12000 WHERE id = '${HASTY}'`);
    stack = await startFaultStack({ seed });
  });
  afterAll(() => stack.stop());

  it.each(['stays', 'is killed and started again'])('while the worker %s', async (fate) => {
    const mixed = { endings: MIXED, random, networkIds: PATIENT, insists: true };
    const before = await post(stack, { ...mixed, name: `before-${fate.length}`, count: 30 });
    await stack.temporal.take();
    const during = await post(stack, { ...mixed, name: `during-${fate.length}`, count: 40 });
    const hasty = { endings: PROMPT, random, networkIds: [HASTY], insists: true };
    const overdue = await post(stack, { ...hasty, name: `overdue-${fate.length}`, count: 20 });
    const posted = [...before, ...during, ...overdue];
    expect(posted.filter(({ kind }) => kind !== 'accepted')).toEqual([]);

    if (fate !== 'stays') {
      const { worker } = stack.stack.processes;
      worker.kill('SIGKILL');
      await worker.exited;
      await stack.stack.restart('worker');
    }
    await eventually('purchases past resolve_by have failed and their webhooks were received', 90_000, () =>
      allTimedOut(stack, overdue),
    );
    // A new worker may start too late; a read would have settled them (test/api/plugins/due-purchases).
    if (fate === 'stays') expect(await finalAfterResolveBy(stack, overdue)).toEqual([]);
    await stack.temporal.bring();
    const { seconds } = await endsWell(stack, posted);
    expect(await submitsOf(stack, overdue)).toBe(0);
    report({
      fault: `Temporal away, worker ${fate}`,
      broken: `${before.length} purchases in flight, ${during.length + overdue.length} accepted during the outage`,
      held: `all answered with 201; ${overdue.length} failed by the guard during the outage, webhooks sent, orders never sent`,
      seconds,
    });
  });
});

async function allTimedOut({ pool, receiver }: FaultStack, posted: readonly Posted[]): Promise<boolean> {
  const { rows } = await pool.query<{ failed: number }>({
    text: `
      SELECT count(*)::int AS failed
        FROM purchases
       WHERE reference = ANY ($1) AND failure_code = 'network_timeout'`,
    values: [posted.map(({ reference }) => reference)],
  });
  const notified = new Set([...receiver.events.values()].map(({ subjectId }) => subjectId));
  return (
    rows[0]?.failed === posted.length && posted.every(({ purchaseId }) => notified.has(purchaseId ?? ''))
  );
}

/** References of purchases that became final later than the alert PurchasesPastResolveBy accepts: a busy machine may be a moment late. */
async function finalAfterResolveBy({ pool }: FaultStack, posted: readonly Posted[]): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string }>({
    text: `SELECT reference FROM purchases WHERE reference = ANY ($1) AND completed_at > resolve_by + interval '15 seconds'`,
    values: [posted.map(({ reference }) => reference)],
  });
  return rows.map(({ reference }) => reference);
}
