import type { ApiFixture } from './fixture.ts';
import { knownEverywhere } from './refusal.ts';

/** Runs `work` while MTN takes no purchases. */
export async function whileMtnIsUnavailable(api: ApiFixture, work: () => Promise<void>): Promise<void> {
  const set = (status: string, message: string | null) =>
    api.pool.query(
      `UPDATE networks SET status = $1, status_message = $2, status_updated_at = app_now() WHERE id = 'net_mtn'`,
      [status, message],
    );
  await set('unavailable', 'Maintenance until noon');
  await knownEverywhere();
  await work();
  await set('operational', null);
  await knownEverywhere();
}
