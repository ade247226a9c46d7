import { eventually } from './ends-well.ts';
import type { FaultStack } from './fault-stack.ts';
import { postBodies } from './load.ts';

const APPLIED_MS = 180_000;

/** A number of a network whose purchases are delivered promptly, and a bundle of it. */
export interface Probe {
  readonly networkId: string;
  readonly phone_number: string;
  readonly bundle_id: string;
}

/** Sets how long purchases of a network may take, and waits until the API uses it: it buys until a purchase has that deadline. */
export async function resolveWithin(stack: FaultStack, ms: number, probe: Probe): Promise<void> {
  const { networkId, phone_number, bundle_id } = probe;
  const { pool } = stack;
  await pool.query({
    text: 'UPDATE networks SET resolve_within_ms = $2 WHERE id = $1',
    values: [networkId, ms],
  });
  let probes = 0;
  await eventually(`a purchase of ${networkId} may take ${ms} ms`, APPLIED_MS, async () => {
    probes += 1;
    const reference = `probe-${networkId}-${probes}`;
    await postBodies(stack, [{ reference, phone_number, bundle_id }], { insists: true });
    const { rows } = await pool.query<{ within: number }>({
      text: `SELECT round(extract(epoch FROM resolve_by - created_at) * 1000)::int AS within
               FROM purchases WHERE reference = $1`,
      values: [reference],
    });
    return rows[0]?.within === ms;
  });
}
