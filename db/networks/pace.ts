import type { Pool } from 'pg';
import { networkQueue } from '../../domain/network/queues.ts';
import { type Actor, recordAction } from '../audit/record.ts';
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
 */
export async function changePace(
  db: Pool,
  networkId: string,
  livemode: boolean,
  change: Partial<NetworkPace>,
  actor: Actor,
): Promise<NetworkPace | null> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.query<NetworkPace>({
      text: `
        UPDATE network_queues
           SET rate_per_second = coalesce($2::float8, rate_per_second),
               burst           = coalesce($3::float8, burst),
               in_flight_max   = coalesce($4::int, in_flight_max)
         WHERE queue = $1
        RETURNING rate_per_second AS "ratePerSecond", burst, in_flight_max AS "inFlightMax"`,
      values: [
        networkQueue(networkId, livemode),
        change.ratePerSecond ?? null,
        change.burst ?? null,
        change.inFlightMax ?? null,
      ],
    });
    const pace = rows[0];
    if (pace === undefined) return null;
    await recordAction(tx, {
      ...actor,
      action: 'network_pace',
      accountId: null,
      subject: networkId,
      details: { livemode, ...pace },
    });
    return pace;
  });
}
