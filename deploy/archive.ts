import { statSync } from 'node:fs';
import { Client } from 'pg';
import { readArchiveConfig } from '../config/config.ts';
import { archiveMonths, type MonthOutcome } from '../services/months/archive-months.ts';

/** Anything else that archives at the same time waits. */
const LOCK = 4_711_026;

/**
 * Run it once a month as the role that migrates. Exports the months of purchases and of events that have been kept as long as
 * configured, and removes them from the database.
 */
async function main(): Promise<void> {
  const { DATABASE_URL, ARCHIVE_DIR, KEEP_PURCHASES_MONTHS, KEEP_EVENTS_MONTHS } = readArchiveConfig(
    process.env,
  );
  if (!statSync(ARCHIVE_DIR).isDirectory()) throw new Error(`ARCHIVE_DIR is no folder: ${ARCHIVE_DIR}`);
  const keep = { purchases: KEEP_PURCHASES_MONTHS, events: KEEP_EVENTS_MONTHS };
  const db = new Client({ connectionString: DATABASE_URL, application_name: 'bundlewire-archive' });
  await db.connect();
  try {
    await db.query('SELECT pg_advisory_lock($1)', [LOCK]);
    let months = 0;
    await archiveMonths(db, ARCHIVE_DIR, keep, new Date(), (outcome) => {
      months += 1;
      process.stdout.write(`${describe(outcome)}\n`);
    });
    if (months === 0) process.stdout.write('No month is old enough to be archived.\n');
  } finally {
    await db.end();
  }
}

function describe(outcome: MonthOutcome): string {
  const month = `${outcome.subject} ${outcome.month.replace('_', '-')}`;
  if (outcome.kind === 'open') return `${month}: kept, because ${outcome.why.join(', and ')}.`;
  const files = outcome.files.map(({ name, rows }) => `  ${name}: ${rows} rows`);
  return [`${month}: exported and removed.`, ...files].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(
    `Not everything was archived: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
