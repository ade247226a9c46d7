import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendScripts } from '../../support/adapters/send-scripts.ts';
import { counts, endsWell, eventually } from '../../support/faults/ends-well.ts';
import { type FaultStack, OWN_SERVERS, report, startFaultStack } from '../../support/faults/fault-stack.ts';
import { PROMPT, post, postBodies } from '../../support/faults/load.ts';
import { resolveWithin } from '../../support/faults/resolve-within.ts';
import { seeded } from '../../support/faults/seed.ts';

/** Numbers whose outcome is unknown for some seconds: lost answers, lost callbacks, orders that never arrived. */
const OPEN = ['986', '982', '987', '989', '104', '110'] as const;

const PROMPT_NUMBER = '+2348030000000';
/** Delivered long after `resolve_by`, without a callback. */
const LATE = {
  network: 'net_mtn_ng',
  phone_number: '+2348030001550',
  bundle_id: 'bnd_mtn_ng_500mb_7d',
  resolveWithinMs: 40_000,
  deliveredAfterMs: 120_000,
} as const;

describe.runIf(OWN_SERVERS)('Temporal restarted with an empty store', () => {
  const random = seeded(import.meta.url);
  let stack: FaultStack;
  beforeAll(async () => {
    // Production starts a silent purchase again after a minute, which is too long for a test.
    stack = await startFaultStack({ env: { SILENT_MS: '4000' } });
  });
  afterAll(() => stack.stop());

  it('strands no purchase: the sweep starts new workflows, and the fence stops second sends', async () => {
    const posted = await post(stack, { name: 'lost', count: 60, endings: OPEN, random, insists: true });
    expect(posted.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
    await stack.temporal.take();
    const { pending } = await counts(stack);
    expect(pending).toBeGreaterThan(0);

    await stack.temporal.bringEmpty();
    const { successful, failed, seconds } = await endsWell(stack, posted);
    report({
      fault: 'Temporal restarted with an empty store',
      broken: `every workflow of ${pending} pending purchases`,
      held: `all final, books equal (${successful} delivered, ${failed} failed)`,
      seconds,
    });
  });

  it('loses no late inquiry: the sweep starts it again, and it finds the late delivery', async () => {
    const probe = { networkId: LATE.network, phone_number: PROMPT_NUMBER, bundle_id: LATE.bundle_id };
    await resolveWithin(stack, LATE.resolveWithinMs, probe);
    const script = { number: LATE.phone_number, end_after_ms: LATE.deliveredAfterMs, callbacks: 0 };
    await sendScripts(stack.stack.simulators.dtone, script);
    const { phone_number, bundle_id } = LATE;
    const posted = await postBodies(stack, [{ reference: 'late', phone_number, bundle_id }], {
      insists: true,
    });
    await eventually(
      'a late inquiry is open',
      120_000,
      async () => (await lateRecords(stack)).inquiries === 1,
    );
    await stack.temporal.take();
    expect(await lateRecords(stack)).toEqual({ inquiries: 1, open: 1, confirmations: 0 });

    await stack.temporal.bringEmpty();
    // The confirmation is committed before the inquiry ends.
    await expect
      .poll(() => lateRecords(stack), { timeout: 5 * LATE.deliveredAfterMs, interval: 200 })
      .toEqual({ inquiries: 1, open: 0, confirmations: 1 });
    const { seconds } = await endsWell(stack, posted);
    report({
      fault: 'Temporal restarted with an empty store',
      broken: 'the late inquiry of a purchase that timed out',
      held: 'started again by the sweep; the delivery is listed as late, nothing is charged',
      seconds,
    });
  });

  it('loses no webhook: the sweep starts its retries again', async () => {
    await stack.proxies.receiver.refuse();
    stack.proxies.receiver.reset();
    const posted = await post(stack, { name: 'unsent', count: 12, endings: PROMPT, random, insists: true });
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

async function lateRecords({
  pool,
}: FaultStack): Promise<{ inquiries: number; open: number; confirmations: number }> {
  const { rows } = await pool.query<{ inquiries: number; open: number; confirmations: number }>({
    text: `
      SELECT count(i.purchase_id)::int AS inquiries,
             count(i.purchase_id) FILTER (WHERE i.ended_at IS NULL)::int AS open,
             count(c.purchase_id)::int AS confirmations
        FROM purchases p
        LEFT JOIN late_inquiries i ON i.purchase_id = p.id
        LEFT JOIN late_confirmations c ON c.purchase_id = p.id
       WHERE p.phone_number = $1`,
    values: [LATE.phone_number],
  });
  return rows[0] ?? { inquiries: 0, open: 0, confirmations: 0 };
}
