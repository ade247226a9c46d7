import { existsSync, readFileSync } from 'node:fs';

const TAIL_BYTES = 64 * 1024;

/** The last lines of a log file, indented and without stack frames, to show under an error. Empty without a file. */
export function logTail(file: string, lines = 12): string {
  if (!existsSync(file)) return '';
  const text = readFileSync(file).subarray(-TAIL_BYTES).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s+at /.test(line))
    .slice(-lines)
    .map((line) => `    ${line}`)
    .join('\n');
}
