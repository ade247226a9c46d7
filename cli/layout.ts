import type { EndpointId } from '../domain/ids.ts';
import { escapeOneLine } from './control-characters.ts';
import type { ExitCode } from './failure.ts';

/** What a command prints: `json` with --json, else `text`. */
export interface Shown {
  readonly json: unknown;
  readonly text: string;
  /** 0 by default. */
  readonly exitCode?: ExitCode;
}

/** A table; columns of numbers are aligned to the right. */
export function table(
  heads: readonly string[],
  given: readonly (readonly string[])[],
  whenEmpty = 'None.',
): string {
  if (given.length === 0) return whenEmpty;
  const rows = given.map((row) => row.map(escapeOneLine));
  const widths = heads.map((head, at) => Math.max(width(head), ...rows.map((row) => width(row[at] ?? ''))));
  const isNumeric = heads.map((_, at) =>
    rows.every((row) => /^[-−+\d.,\s]*( [A-Z]{3})?$/.test(row[at] ?? '')),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const space = ' '.repeat((widths[at] ?? 0) - width(cell));
        return isNumeric[at] === true ? space + cell : cell + space;
      })
      .join('  ')
      .trimEnd();
  return [line(heads), line(widths.map((wide) => '─'.repeat(wide))), ...rows.map(line)].join('\n');
}

/** Names and values, one pair per line. */
export function fields(pairs: readonly (readonly [string, string | null])[]): string {
  const wide = Math.max(...pairs.map(([name]) => width(name)));
  return pairs.map(([name, value]) => `${name.padEnd(wide)}  ${escapeOneLine(value ?? '–')}`).join('\n');
}

/** A time in UTC, to the second. */
export function time(at: Date | null): string {
  return at === null ? '–' : `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** The name of a webhook endpoint in a table: its id if a client set it; null stands for the one that operators set. */
export function endpointInWords(id: EndpointId | null): string {
  return id ?? "operators'";
}

function width(text: string): number {
  return [...text].length;
}
