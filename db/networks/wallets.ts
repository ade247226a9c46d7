import type { Pool } from 'pg';

/** Whether this process may read a network's wallet now: one process does, once per interval. */
export async function claimWalletReading(db: Pool, networkId: string, everyMs: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'claim-wallet',
    text: `
      UPDATE network_health SET wallet_claimed_at = app_now()
       WHERE network_id = $1
         AND (wallet_claimed_at IS NULL OR wallet_claimed_at < (SELECT app_now()) - $2 * interval '1 millisecond')`,
    values: [networkId, everyMs],
  });
  return rowCount === 1;
}

export interface WalletRecord {
  readonly available: string;
  readonly currency: string;
  /** Below it the network is degraded and operators see why; null for never. */
  readonly minimum: string | null;
}

/** Stores what a gateway reported about our wallet. */
export async function storeWallet(db: Pool, networkId: string, wallet: WalletRecord): Promise<void> {
  await db.query({
    name: 'store-wallet',
    text: `
      UPDATE network_health
         SET wallet_available = $2, wallet_currency = $3, wallet_minimum = $4, wallet_read_at = app_now()
       WHERE network_id = $1`,
    values: [networkId, wallet.available, wallet.currency, wallet.minimum],
  });
}
