import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../db');

it('the README of the database has a line for each migration, in their order', () => {
  const readme = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...readme.matchAll(/^\| `(\d{4}_\w+)` \|/gm)].map(([, name]) => `${name}.sql`);
  const migrations = readdirSync(join(FOLDER, 'migrations')).filter((name) => name.endsWith('.sql'));
  expect(listed).toEqual(migrations.toSorted());
});
