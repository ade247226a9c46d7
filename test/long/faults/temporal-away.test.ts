import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onDatabase } from '../../support/faults/databases.ts';
import { endsWell, eventually, submitsOf } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { MIXED, type Posted, PROMPT, post } from '../../support/faults/load.ts';
import { seeded } from '../../support/faults/seed.ts';

/** Its purchases must be final long before Temporal is back. */
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
    const mixed = { endings: MIXED, random, networkIds: PATIENT };
    const before = await post(stack, { ...mixed, name: `before-${fate.length}`, count: 30 });
    await stack.temporal.take();
    const meanwhile = await post(stack, { ...mixed, name: `meanwhile-${fate.length}`, count: 40 });
    const hasty = { endings: PROMPT, random, networkIds: [HASTY] };
    const overdue = await post(stack, { ...hasty, name: `overdue-${fate.length}`, count: 20 });
    const posted = [...before, ...meanwhile, ...overdue];
    expect(posted.filter(({ kind }) => kind !== 'accepted')).toEqual([]);

    if (fate !== 'stays') {
      const { worker } = stack.stack.processes;
      worker.kill('SIGKILL');
      await worker.exited;
      await stack.stack.restart('worker');
    }
    await eventually('what passed resolve_by was failed and told', 90_000, () => allTimedOut(stack, overdue));
    // Where the worker was killed its next one may start too late; a read would have settled them (api/due-purchases).
    if (fate === 'stays') expect(await finalAfterResolveBy(stack, overdue)).toEqual([]);
    await stack.temporal.bring();
    const { events, seconds } = await endsWell(stack, posted);
    expect(await submitsOf(stack, overdue)).toBe(0);
    report({
      fault: `Temporal away, worker ${fate}`,
      broken: `${before.length} purchases under way, ${meanwhile.length + overdue.length} accepted meanwhile`,
      held: `all 201; ${overdue.length} failed by the guard and told meanwhile, never sent; ${events} events so far`,
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
  const told = new Set([...receiver.events.values()].map(({ subjectId }) => subjectId));
  return rows[0]?.failed === posted.length && posted.every(({ purchaseId }) => told.has(purchaseId ?? ''));
}

/** References of purchases that became final after their `resolve_by`, by the times of their rows. */
async function finalAfterResolveBy({ pool }: FaultStack, posted: readonly Posted[]): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string }>({
    text: 'SELECT reference FROM purchases WHERE reference = ANY ($1) AND completed_at > resolve_by',
    values: [posted.map(({ reference }) => reference)],
  });
  return rows.map(({ reference }) => reference);
}
