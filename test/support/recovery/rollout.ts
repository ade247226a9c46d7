import { idFromUuid } from '../../../domain/ids.ts';
import { sendScripts } from '../adapters/send-scripts.ts';
import { booksOf, eventually } from '../faults/ends-well.ts';
import type { FaultStack } from '../faults/fault-stack.ts';
import type { Body } from '../faults/load.ts';
import { type Ran, readRuns } from './builds.ts';

/** For conditions that always come true, also on a busy machine. */
const WITHIN_MS = 300_000;
/** Purchases to watch in each phase of a rollout. */
const IN_EACH_PHASE = 10;

/** Delivered immediately, but without a callback, and the next inquiry is due much later: open until an operator asks. */
const OPEN = { network: 'net_glo_ng', bundle_id: 'bnd_glo_ng_500mb_7d', number: '+234805000030', count: 6 };

/** Its deadline comes soon, and its gateway cannot be reached before that: delivered late. */
const LATE = {
  network: 'net_9mobile_ng',
  order: { reference: 'late', phone_number: '+2348090001550', bundle_id: 'bnd_9mobile_ng_500mb_7d' },
  /** As Reloadly gets it. */
  dialled: '08090001550',
  deliveredAfterMs: 40_000,
};

/** The deadlines and inquiries that the purchases below need. */
export const NETWORK_TERMS = `
  UPDATE networks SET resolve_within_ms = 900000, inquiry_delays_ms = '{800000}' WHERE id = '${OPEN.network}';
  UPDATE networks SET resolve_within_ms = 30000 WHERE id = '${LATE.network}'`;

/** Purchases that stay open. Tells the simulator how they end. */
export async function openBodies({ simulators }: FaultStack): Promise<Body[]> {
  const { number, count, bundle_id } = OPEN;
  const bodies = Array.from({ length: count }, (_, nth) => ({
    reference: `open-${nth}`,
    phone_number: `${number}${nth}`,
    bundle_id,
  }));
  await sendScripts(
    simulators.dtone,
    bodies.map(({ phone_number }) => ({ number: phone_number, end_after_ms: 1_000, callbacks: 0 })),
  );
  return bodies;
}

/** A purchase that is delivered late. Tells the simulator so. */
export async function lateBody({ simulators }: FaultStack): Promise<Body> {
  const { dialled, deliveredAfterMs, order } = LATE;
  await sendScripts(simulators.reloadly, [{ number: dialled, end_after_ms: deliveredAfterMs, callbacks: 0 }]);
  return order;
}

/** Waits until the gateways have taken the orders of these purchases. */
export async function ordersTaken(stack: FaultStack, purchaseIds: readonly string[]): Promise<void> {
  await eventually('the gateways have taken the orders', WITHIN_MS, async () => {
    const books = await booksOf(stack);
    return purchaseIds.every((id) => books.has(id));
  });
}

/** Waits until a worker has completed a task of each of these workflows. */
export async function started(
  { temporalAddress }: FaultStack,
  what: string,
  read: () => Promise<readonly string[]>,
  least: number,
): Promise<readonly string[]> {
  let ids: readonly string[] = [];
  await eventually(`${what} started`, WITHIN_MS, async () => {
    const runs = await readRuns(temporalAddress, await read());
    ids = runs.filter(({ builds }) => builds.length > 0).map(({ id }) => id);
    return ids.length >= least;
  });
  return ids;
}

/** Waits until purchases of the load that are accepted after this call have ended. Returns how they ran. */
export async function nextEnded(stack: FaultStack): Promise<readonly Ran[]> {
  const { rows } = await stack.pool.query<{ now: string }>('SELECT now()::text AS now');
  const next = () =>
    stack.pool.query<{ id: string }>({
      text: `SELECT id FROM purchases WHERE reference LIKE 'load-%' AND created_at > $1
              ORDER BY created_at LIMIT ${IN_EACH_PHASE}`,
      values: [rows[0]?.now],
    });
  let runs: readonly Ran[] = [];
  await eventually('the next purchases have ended', WITHIN_MS, async () => {
    const ids = (await next()).rows.map(({ id }) => idFromUuid('pur', id));
    runs = ids.length < IN_EACH_PHASE ? [] : await readRuns(stack.temporalAddress, ids);
    return runs.length > 0 && runs.every(({ completed }) => completed);
  });
  return runs;
}

/** The workflows of webhook retries. */
export async function retryIds({ pool }: FaultStack): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`
    SELECT DISTINCT event_id AS id FROM webhook_attempts WHERE outcome = 'failed' AND attempt = 1`);
  return rows.map(({ id }) => idFromUuid('evt', id));
}

/** The workflows of purchases. */
export async function purchaseIds({ pool }: FaultStack, condition = 'true'): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM purchases WHERE ${condition}`);
  return rows.map(({ id }) => idFromUuid('pur', id));
}

/** The open late inquiries and the deliveries that they found. */
export async function lateRecords({ pool }: FaultStack): Promise<{ open: number; confirmations: number }> {
  const { rows } = await pool.query<{ open: number; confirmations: number }>(`
    SELECT (SELECT count(*)::int FROM late_inquiries WHERE ended_at IS NULL) AS open,
           (SELECT count(*)::int FROM late_confirmations) AS confirmations`);
  return rows[0] ?? { open: 0, confirmations: 0 };
}
