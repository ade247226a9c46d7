import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { uuidOf } from '../../../domain/ids.ts';
import { type OldMonth, openOldMonth } from '../../support/old-month.ts';

let month: OldMonth;
let db: OldMonth['db'];
let folder: string;
beforeEach(async () => {
  month = await openOldMonth();
  ({ db, folder } = month);
  await month.endEverything();
});
afterEach(() => month.close());

it('an archive removes only rows of campaigns that it exported, whatever ended meanwhile', async () => {
  const { origin } = month.history;
  await db.query({
    text: `UPDATE batches SET status = 'ready', completed_at = NULL WHERE id = $1`,
    values: [uuidOf('bat', origin)],
  });
  await db.query(`
    CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server went away'; END $$;
    CREATE TRIGGER stop BEFORE DELETE ON late_inquiries FOR EACH ROW EXECUTE FUNCTION stop()`);
  await expect(month.archive()).rejects.toThrow('the server went away');
  await db.query('DROP TRIGGER stop ON late_inquiries');
  await db.query({
    text: `UPDATE batches SET status = 'canceled', completed_at = app_now() WHERE id = $1`,
    values: [uuidOf('bat', origin)],
  });

  const files = (await month.archive()).flatMap((outcome) =>
    outcome.kind === 'archived' ? outcome.files : [],
  );
  expect(files).toContainEqual(expect.objectContaining({ name: 'batch_rows_2026_03.csv.gz', rows: 1 }));
  const { rows } = await db.query('SELECT batch_id AS id FROM batch_rows');
  expect(rows).toEqual([{ id: uuidOf('bat', origin) }]);
});

it('an archive gives way while a report holds a lock, and detaches the month after it', async () => {
  const report = new Client({ connectionString: month.url });
  await report.connect();
  await report.query('BEGIN; SELECT count(*) FROM purchases');
  const archiving = month.archive();
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock' AND relation = 'purchases'::regclass`;
  await expect.poll(async () => (await report.query(waits)).rows.length).toBe(1);
  await expect.poll(async () => (await report.query(waits)).rows.length).toBe(0);
  await report.query('COMMIT');
  await report.end();
  expect((await archiving).map(({ kind }) => kind)).toEqual(['archived', 'archived']);
});

it('an archive replaces no file with other content', async () => {
  writeFileSync(join(folder, 'purchases_2026_03.csv.gz'), 'of another database');
  await expect(month.archive()).rejects.toThrow('exists with other content');
  expect(readFileSync(join(folder, 'purchases_2026_03.csv.gz'), 'utf8')).toBe('of another database');
  rmSync(join(folder, 'purchases_2026_03.csv.gz'));
  expect((await month.archive()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['archived', 'purchases'],
  ]);
});

it('an archive is finished by the next run if its files could not be written', async () => {
  await expect(month.archive(join(folder, 'missing'))).rejects.toThrow('ENOENT');
  expect(await month.count('events')).toBe(0);
  const outcomes = await month.archive();
  expect(outcomes.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['archived', 'events'],
    ['archived', 'purchases'],
  ]);
  expect(await month.count('archived_months WHERE archived_at IS NULL')).toBe(0);
  expect(await month.archive()).toEqual([]);
});

it('a month is not removed if a file has changed since it was written', async () => {
  await db.query(`
    CREATE FUNCTION stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the server went away'; END $$;
    CREATE TRIGGER stop BEFORE DELETE ON late_inquiries FOR EACH ROW EXECUTE FUNCTION stop()`);
  await expect(month.archive()).rejects.toThrow('the server went away');
  await db.query('DROP TRIGGER stop ON late_inquiries');
  const { rows } = await db.query<{ files: { name: string }[] }>(
    `SELECT files FROM archived_months WHERE subject = 'purchases'`,
  );
  const name = rows[0]?.files[0]?.name ?? '';
  const content = readFileSync(join(folder, name));

  writeFileSync(join(folder, name), 'changed');
  await expect(month.archive()).rejects.toThrow(`${name} in ${folder} is not the file that was exported`);
  expect(await month.count('late_inquiries')).toBeGreaterThan(0);

  writeFileSync(join(folder, name), content);
  expect((await month.archive()).map(({ subject }) => subject)).toEqual(['purchases']);
  expect(await month.count('late_inquiries')).toBe(0);
});
