import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../db/migrate.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** An index of a migration, and the files that the comment above it names. */
interface CommentedIndex {
  readonly name: string;
  readonly table: string;
  readonly files: readonly string[];
}

it('every index names the files whose queries it serves, and each of them queries its table', () => {
  const files = readdirSync(MIGRATIONS).map((file) => readFileSync(join(MIGRATIONS, file), 'utf8'));
  const dropped = new Set(
    files.flatMap((sql) => [...sql.matchAll(/^DROP TABLE (\w+);/gm)].map(([, table]) => table)),
  );
  const indexes = files.flatMap(indexesOf).filter(({ table }) => !dropped.has(table));
  expect(indexes.length).toBeGreaterThan(30);
  const wrong = indexes.filter(
    ({ table, files }) => files.length === 0 || !files.every((file) => queries(file, table)),
  );
  expect(wrong).toEqual([]);
});

function indexesOf(sql: string): CommentedIndex[] {
  const found = sql.matchAll(/((?:^--.*\n)*)^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?(\w+)\s+ON (\w+)/gm);
  return [...found].map(([, comment = '', name = '', table = '']) => {
    const served = /Serves ([^:]+):/.exec(comment)?.[1] ?? '';
    return { name, table, files: served.match(/[\w/-]+\.ts/g) ?? [] };
  });
}

function queries(file: string, table: string): boolean {
  const path = join(ROOT, file);
  return existsSync(path) && new RegExp(`\\b${table}\\b`).test(readFileSync(path, 'utf8'));
}
