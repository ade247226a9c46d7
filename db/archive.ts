import type { Pool } from 'pg';

/**
 * How many complete files of the write-ahead log PostgreSQL has not archived; 0 if it archives nothing. Until the first file is
 * archived, the failed attempts. While a disaster could take them, they also fill the disk of the server.
 */
export async function countUnarchivedFiles(db: Pool): Promise<number> {
  const { rows } = await db.query<{ files: number }>({
    name: 'count-unarchived-files',
    text: `
      SELECT CASE
               WHEN current_setting('archive_mode') = 'off' THEN 0
               WHEN last_archived_wal ~ '^[0-9A-F]{24}' THEN greatest(0,
                 (SELECT segment_number FROM pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn())))
                 - (SELECT segment_number FROM pg_split_walfile_name(left(last_archived_wal, 24))) - 1)
               ELSE failed_count
             END::int AS files
        FROM pg_stat_archiver`,
  });
  return rows[0]?.files ?? 0;
}
