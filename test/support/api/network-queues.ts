import type { Pool } from 'pg';

/** Gives the networks their queues, as `network configure` does: the fixture of the API has none, because no worker reads them. */
export async function addNetworkQueues(pool: Pool): Promise<void> {
  await pool.query(`
    INSERT INTO network_queues (queue, network_id, livemode, rate_per_second, burst, in_flight_max, tokens)
    SELECT 'network.' || substr(id, 5) || CASE WHEN mode.live THEN '' ELSE '.test' END, id, mode.live, 20, 20, 50, 20
      FROM networks, (VALUES (true), (false)) mode (live)`);
}
