import type { Pool, PoolClient } from 'pg';
import { withoutAmount } from '../../domain/approvals/staff.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** What a gateway is sent at most, by all processes together. */
export interface NetworkPace {
  /** Purchases per second, above 0. */
  readonly ratePerSecond: number;
  /** Purchases sent together after a pause, at least 1. */
  readonly burst: number;
  /** Purchases that may wait for the gateway's answer at the same time, at least 1. */
  readonly inFlightMax: number;
}

/**
 * Changes the given parts of a queue's pace, recorded with who and why. Relays read it with every admission, so it takes
 * effect immediately. Returns the pace as it is now, or null when there is no such network.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function changePace(
  db: Pool,
  networkId: string,
  livemode: boolean,
  change: Partial<NetworkPace>,
  actor: Actor,
): Promise<NetworkPace | null> {
  const queue = networkQueue(networkId, livemode);
  const changed = await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'network_pace');
    const { rowCount } = await tx.query('SELECT FROM network_queues WHERE queue = $1', [queue]);
    if (rowCount === 0) return null;
    return performCleared(tx, toStaffAction(networkId, livemode, change), actor, async () => {
      const pace = await storePace(tx, queue, change);
      const details = { livemode, ...pace };
      const done = { action: 'network_pace', subject: networkId, details } as const;
      return { result: pace, done };
    });
  });
  if (changed === null) return null;
  requireCleared(changed.cleared);
  return changed.result;
}

/** What another operator approves: exactly these parts, whatever the pace is like now. */
function toStaffAction(networkId: string, livemode: boolean, change: Partial<NetworkPace>) {
  const { ratePerSecond, burst, inFlightMax } = change;
  return withoutAmount('network_pace', {
    network: networkId,
    mode: livemode ? 'live' : 'test',
    ...(ratePerSecond === undefined ? {} : { rate: ratePerSecond }),
    ...(burst === undefined ? {} : { burst }),
    ...(inFlightMax === undefined ? {} : { in_flight: inFlightMax }),
  });
}

async function storePace(
  tx: PoolClient,
  queue: string,
  { ratePerSecond, burst, inFlightMax }: Partial<NetworkPace>,
): Promise<NetworkPace> {
  const { rows } = await tx.query<NetworkPace>({
    text: `
      UPDATE network_queues
         SET rate_per_second = coalesce($2::float8, rate_per_second),
             burst           = coalesce($3::float8, burst),
             in_flight_max   = coalesce($4::int, in_flight_max)
       WHERE queue = $1
      RETURNING rate_per_second AS "ratePerSecond", burst, in_flight_max AS "inFlightMax"`,
    values: [queue, ratePerSecond ?? null, burst ?? null, inFlightMax ?? null],
  });
  if (rows[0] === undefined) throw new TypeError(`${queue} vanished while its pace was changed`);
  return rows[0];
}
