import { assertNever } from '../../domain/assert-never.ts';
import { INVARIANTS, type InvariantResult, type Report } from './report.ts';

const TITLE_WIDTH = Math.max(...Object.values(INVARIANTS).map(({ title }) => title.length));
const COUNT_WIDTH = 9;
/** Indents broken rows below the title of their invariant. */
const INDENT = ' '.repeat(8);

/** The report as text: one line per invariant, below it the rows that break it, and a summary as the last line. */
export function renderReport(report: Report): string {
  return `${[...report.results.flatMap(renderResult), '', summary(report)].join('\n')}\n`;
}

function renderResult(result: InvariantResult): string[] {
  const { number, title } = result;
  const line = `  ${MARKS[result.kind]} ${String(number).padStart(2)}  ${title.padEnd(TITLE_WIDTH)}  `;
  switch (result.kind) {
    case 'holds':
      return [line + formatCount(result)];
    case 'broken':
      return [`${line}${formatCount(result)}, ${grouped(result.total)} broken`, ...brokenRows(result)];
    case 'not_checked':
      return [`${line}${' '.repeat(COUNT_WIDTH)} not checked`, `${INDENT}${result.why}`];
    default:
      return assertNever(result);
  }
}

const MARKS = { holds: '✓', broken: '✗', not_checked: '–' } as const;

function brokenRows({ broken, total }: InvariantResult): string[] {
  const lines = broken.map(({ row, why }) => `${INDENT}${row}: ${why}`);
  if (total > broken.length) lines.push(`${INDENT}and ${grouped(total - broken.length)} more`);
  return lines;
}

function formatCount({ checked, unit }: InvariantResult): string {
  return `${grouped(checked).padStart(COUNT_WIDTH)} ${unit}`;
}

function summary({ results }: Report): string {
  const count = (kind: InvariantResult['kind']) => results.filter((result) => result.kind === kind).length;
  const broken = count('broken');
  const unchecked = count('not_checked');
  const left = unchecked === 0 ? '' : ` ${unchecked} could not be checked.`;
  if (broken > 0) return `  ${broken} of ${results.length} invariants broken.${left}`;
  if (unchecked > 0) return `  ${count('holds')} of ${results.length} invariants hold.${left}`;
  return `  All ${results.length} invariants hold.`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
