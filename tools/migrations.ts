import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { listSourceFiles } from './source-files.ts';

const ROOT = join(import.meta.dirname, '..');
const SQUAWK = join(ROOT, 'node_modules', '.bin', 'squawk');

/** Rules that do not apply here, with the reason. */
const OFF = {
  'require-lock-timeout': 'db/migrate.ts sets it for every migration',
  'require-statement-timeout':
    'db/migrate.ts limits the wait for locks; an index on a large table may take its time',
  'prefer-bigint-over-int': 'integers have a CHECK or count what stays far below two billion',
  'prefer-bigint-over-smallint': 'they number attempts and hours',
};

/**
 * Findings in migrations that landed before this check, by the number of the file. They stay: a landed migration is never
 * edited. docs/production.md says to migrate at a quiet hour.
 */
const ACCEPTED: Readonly<Record<string, readonly string[]>> = {
  '0011': ['require-concurrent-index-creation'],
  '0012': ['constraint-missing-not-valid'],
  '0013': ['constraint-missing-not-valid'],
  '0015': ['constraint-missing-not-valid'],
  '0026': ['require-concurrent-index-creation', 'constraint-missing-not-valid'],
  '0027': ['constraint-missing-not-valid'],
  '0029': ['require-concurrent-index-creation'],
  '0030': ['constraint-missing-not-valid'],
  '0032': ['constraint-missing-not-valid'],
  '0033': ['constraint-missing-not-valid'],
  '0037': ['require-concurrent-index-creation'],
  '0040': ['require-concurrent-index-creation'],
  '0041': ['require-concurrent-index-creation', 'constraint-missing-not-valid'],
  '0043': ['ban-drop-table'],
  '0044': ['adding-foreign-key-constraint', 'require-concurrent-index-creation'],
  '0045': ['adding-foreign-key-constraint'],
  '0046': ['require-concurrent-index-creation', 'constraint-missing-not-valid'],
  '0050': ['require-concurrent-index-creation', 'constraint-missing-not-valid', 'ban-drop-not-null'],
  '0051': ['constraint-missing-not-valid'],
  '0052': ['constraint-missing-not-valid'],
  '0057': ['adding-field-with-default'],
  '0062': [
    'require-concurrent-index-creation',
    'constraint-missing-not-valid',
    'adding-foreign-key-constraint',
    'adding-field-with-default',
  ],
  '0063': ['require-concurrent-index-creation'],
  '0066': ['constraint-missing-not-valid'],
  '0071': ['constraint-missing-not-valid'],
};

const Findings = z.array(
  z.object({
    file: z.string(),
    line: z.int(),
    message: z.string(),
    help: z.string().nullish(),
    rule_name: z.string(),
  }),
);

/**
 * What locks a table for longer than a moment, or what the previous version cannot work with, in migrations.
 * @param files paths of SQL files
 * @returns a sentence per finding
 */
export function lintMigrations(files: readonly string[]): string[] {
  const off = Object.keys(OFF).join(',');
  const args = [
    '--assume-in-transaction',
    '--pg-version=18.0',
    `--exclude=${off}`,
    '--reporter=json',
    ...files,
  ];
  const { status, stdout, stderr, error } = spawnSync(SQUAWK, args, { encoding: 'utf8', cwd: ROOT });
  if (error !== undefined || (status !== 0 && status !== 1))
    throw new Error(`squawk could not run: ${error?.message ?? stderr}. Run npm ci.`);
  return Findings.parse(JSON.parse(stdout))
    .filter(({ file, line, rule_name: rule }) => !isAccepted(file, line, rule))
    .map(({ file, line, message, help, rule_name: rule }) =>
      `${file}:${line + 1}: ${message} (${rule}). ${help ?? ''}`.trimEnd(),
    );
}

/** An index that exists already is skipped, so an operator can create it first without blocking writers. */
function isAccepted(file: string, line: number, rule: string): boolean {
  const number = basename(file).slice(0, 4);
  if (ACCEPTED[number]?.includes(rule) === true) return true;
  if (rule !== 'require-concurrent-index-creation') return false;
  const text = readFileSync(resolve(ROOT, file), 'utf8').split('\n')[line] ?? '';
  return /INDEX IF NOT EXISTS/i.test(text);
}

if (import.meta.main) {
  const files = listSourceFiles(ROOT).filter((path) => /^db\/migrations\/.*\.sql$/.test(path));
  const sentences = files.length === 0 ? [] : lintMigrations(files);
  for (const sentence of sentences) console.log(sentence);
  if (sentences.length > 0) {
    console.log(
      '\nChange the migration. If it is right as it is, write the reason and `-- squawk-ignore <rule>` on the line above the statement.',
    );
    process.exitCode = 1;
  }
}
