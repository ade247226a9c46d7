import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lintMigrations } from '../../tools/migrations.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-migrations-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(name: string, sql: string): string[] {
  const file = join(folder, name);
  writeFileSync(file, sql);
  return lintMigrations([file]);
}

it.each([
  [
    'an index that blocks writers',
    'CREATE INDEX purchases_x ON purchases (x);',
    'require-concurrent-index-creation',
  ],
  [
    'a constraint that is checked under an exclusive lock',
    'ALTER TABLE purchases ADD CONSTRAINT x CHECK (x > 0);',
    'constraint-missing-not-valid',
  ],
  ['a column that the previous version reads', 'ALTER TABLE purchases DROP COLUMN x;', 'ban-drop-column'],
  [
    'a new name that the previous version does not have',
    'ALTER TABLE purchases RENAME TO orders;',
    'renaming-table',
  ],
  [
    'a column whose rows are rewritten',
    'ALTER TABLE purchases ALTER COLUMN x TYPE bigint;',
    'changing-column-type',
  ],
])('a migration must not have %s', (_, sql, rule) => {
  expect(lint('9000_new.sql', `-- Why.\n${sql}\n`)).toEqual([
    expect.stringMatching(new RegExp(`9000_new\\.sql:2: .*\\(${rule}\\)`)),
  ]);
});

it.each([
  [
    'a new table with an index',
    'CREATE TABLE things (id uuid PRIMARY KEY, x int);\nCREATE INDEX things_x ON things (x);',
  ],
  ['an index that an operator can create before', 'CREATE INDEX IF NOT EXISTS purchases_x ON purchases (x);'],
  ['a column without a default', 'ALTER TABLE purchases ADD COLUMN x text;'],
  [
    'a recorded exception',
    '-- Few rows.\n-- squawk-ignore require-concurrent-index-creation\nCREATE INDEX x ON purchases (x);',
  ],
])('a migration may have %s', (_, sql) => {
  expect(lint('9001_new.sql', `${sql}\n`)).toEqual([]);
});
