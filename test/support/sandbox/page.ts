import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'sandbox.md');

/** A row of the table in docs/sandbox.md. */
export interface SandboxRow {
  /** What the reader sends: a number, a header, or a part of a purchase. */
  readonly kind: 'number' | 'header' | 'request';
  readonly send: string;
  readonly happens: string;
  readonly sees: string;
}

/** Every row of the table, as the page shows it. @throws when the page has no table. */
function readSandboxTable(page = readFileSync(PAGE, 'utf8')): SandboxRow[] {
  const [, table = ''] =
    /\n## Everything you can cause\n[\s\S]*?\n\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const rows = table.split('\n').map((line) => {
    const [send = '', happens = '', sees = ''] = line
      .split(' | ')
      .map((cell) => cell.replace(/^\| | \|$/g, ''));
    return { kind: kindOf(send), send, happens, sees };
  });
  if (rows.length < 20) throw new Error('docs/sandbox.md has no table of everything that can be caused');
  return rows;
}

/** The rows of one kind. */
export function sandboxRows(kind: SandboxRow['kind']): SandboxRow[] {
  return readSandboxTable().filter((row) => row.kind === kind);
}

/** The words in code font of a cell: `['failed', 'too_soon']`. */
export function codesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
}

function kindOf(send: string): SandboxRow['kind'] {
  if (send.startsWith('number ')) return 'number';
  return send.startsWith('header ') ? 'header' : 'request';
}
