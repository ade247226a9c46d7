import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { uuidOf } from '../../domain/ids.ts';
import { archiveMonths, type MonthOutcome } from '../../services/months/archive-months.ts';
import { openTestDatabase, type PooledDatabase } from './database.ts';
import { type StandardHistory, writeStandardHistory } from './invariants/standard-history.ts';
import { makePastMonth } from './months.ts';

/** The standard history, in a month that is old enough to be archived. */
export interface OldMonth extends PooledDatabase {
  readonly history: StandardHistory;
  /** As the role that migrates. */
  readonly db: Client;
  /** Empty, for the files. */
  readonly folder: string;
  archive(to?: string): Promise<MonthOutcome[]>;
  /** Ends all that is open, as after the time that late inquiries and operators had. */
  endEverything(): Promise<void>;
  count(table: string): Promise<number>;
}

const KEEP = { purchases: 3, events: 3 };
/** The history is of March. */
const NOW = new Date('2026-07-01T00:00Z');

export async function openOldMonth(): Promise<OldMonth> {
  const database = await openTestDatabase();
  await makePastMonth(database.pool, '2026-03');
  const history = await writeStandardHistory(database.pool);
  const db = new Client({ connectionString: database.url });
  await db.connect();
  const folder = mkdtempSync(join(tmpdir(), 'archive-'));
  return {
    ...database,
    history,
    db,
    folder,
    async archive(to = folder) {
      const outcomes: MonthOutcome[] = [];
      await archiveMonths(db, to, KEEP, NOW, (outcome) => outcomes.push(outcome));
      return outcomes;
    },
    endEverything: () => endEverything(db, history),
    async count(table) {
      const { rows } = await db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
      return rows[0]?.count ?? Number.NaN;
    },
    async close() {
      await db.end();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function endEverything(db: Client, { queued, running }: StandardHistory): Promise<void> {
  await db.query({
    text: `
      UPDATE purchases SET status = 'failed', completed_at = app_now(), failure_code = 'network_timeout'
       WHERE id = ANY ($1::uuid[])`,
    values: [[queued, running].map((id) => uuidOf('pur', id))],
  });
  await db.query(`
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT uuidv7('2026-03-03Z' - clock_timestamp()), p.account_id, 'purchase.failed', p.id, app_now(), '{}'
      FROM purchases p
     WHERE NOT EXISTS (SELECT FROM events e WHERE e.subject_id = p.id)`);
  await db.query('UPDATE accounts SET available = available + held, held = 0');
  await db.query(`UPDATE late_inquiries SET ended_at = app_now(), outcome = 'unknown'`);
  await db.query(`UPDATE late_confirmations SET resolved_at = app_now(), resolution = 'absorbed'`);
  await db.query('DELETE FROM outbox');
}
