import type { Pool } from 'pg';

/** Moves the clock of the database to a time, from which it continues. */
export async function moveClock(pool: Pool, to: Date): Promise<void> {
  await pool.query({
    text: `UPDATE app_clock SET offset_ms = extract(epoch FROM $1::timestamptz - clock_timestamp()) * 1000`,
    values: [to],
  });
}
