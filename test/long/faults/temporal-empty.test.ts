import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { counts, endsWell, eventually } from './harness/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from './harness/fault-stack.ts';
import { PROMPT, post } from './harness/load.ts';
import { seeded } from './harness/seed.ts';

/** Whose outcome is open for some seconds: lost answers, lost callbacks, orders that never arrived. */
const OPEN = ['986', '982', '987', '989', '104', '110'] as const;

describe.runIf(OWN_SERVERS)('Temporal restarted with an empty store', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    // In production a workflow is missed after a minute; nobody wants to wait for that here.
    stack = await startFaultStack({ env: { SILENT_MS: '4000' } });
  });
  afterAll(() => stack.stop());

  it('strands no purchase: the sweep starts new workflows, which meet the fence', async () => {
    const posted = await post(stack, { name: 'lost', count: 60, endings: OPEN, random });
    expect(posted.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    await stack.temporal.take();
    const { pending } = await counts(stack);
    expect(pending).toBeGreaterThan(0);

    await stack.temporal.bringEmpty();
    const { successful, failed, seconds } = await endsWell(stack, posted);
    report({
      fault: 'Temporal restarted with an empty store',
      broken: `every workflow of ${pending} pending purchases`,
      held: `all final, book equal (${successful} delivered, ${failed} failed)`,
      seconds,
    });
  });

  it('forgets no webhook: the sweep starts its retries again', async () => {
    await stack.proxies.receiver.refuse();
    stack.proxies.receiver.reset();
    const posted = await post(stack, { name: 'untold', count: 12, endings: PROMPT, random });
    await eventually('first attempts failed and retries wait in Temporal', 60_000, () => retriesWait(stack));
    await stack.temporal.take();
    await stack.proxies.receiver.restore();
    await stack.temporal.bringEmpty();
    const { seconds } = await endsWell(stack, posted);
    report({
      fault: 'Temporal restarted with an empty store',
      broken: `the webhook retries of ${posted.length} events`,
      held: 'all received at the second attempt, a minute after the first',
      seconds,
    });
  });
});

async function retriesWait({ pool }: FaultStack): Promise<boolean> {
  const { rows } = await pool.query<{ open: number }>(`
    SELECT (SELECT count(*)::int FROM purchases WHERE status = 'pending')
         + (SELECT count(*)::int FROM outbox)
         + (SELECT count(*)::int FROM webhook_attempts WHERE finished_at IS NULL) AS open`);
  return rows[0]?.open === 0;
}
