import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One line of the table that the suite ends with. */
export interface FaultRow {
  readonly fault: string;
  /** What was broken, and how much was under way. */
  readonly broken: string;
  readonly held: string;
  /** From the end of the fault until every purchase was final and told; null where nothing had to recover. */
  readonly seconds: number | null;
}

/** Test files are processes of their own, so rows are collected in a file. */
export function addRow(file: string, row: FaultRow): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** All rows that were added, as a table for people. */
export function renderTable(file: string): string {
  if (!existsSync(file)) return '';
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): FaultRow => JSON.parse(line));
  const cells = [
    ['Fault', 'What was broken', 'What held', 'Seconds to recover'],
    ...rows.map(({ fault, broken, held, seconds }) => [fault, broken, held, seconds?.toFixed(1) ?? '–']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd(),
  );
  const rule = `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
