import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** One row of the table at the end of the run. */
export interface FaultRow {
  readonly fault: string;
  /** What was broken, and the load at that time. */
  readonly broken: string;
  readonly held: string;
  /** From the end of the fault until every purchase was final and its webhook received; null if nothing had to recover. */
  readonly seconds: number | null;
}

/** Adds a row to a file, because each test file runs in a separate process. */
export function addRow(file: string, row: FaultRow): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

/** Renders all rows as a text table. */
export function renderTable(file: string): string {
  if (!existsSync(file)) return '';
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): FaultRow => JSON.parse(line));
  const cells = [
    ['Fault', 'Broken', 'Result', 'Recovery in s'],
    ...rows.map(({ fault, broken, held, seconds }) => [fault, broken, held, seconds?.toFixed(1) ?? '–']),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd(),
  );
  const rule = `  ${widths.map((width) => '─'.repeat(width)).join('  ')}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
