import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';

/** Problems of a file that the person solves by choosing on this screen. */
const SOLVED_HERE: ReadonlySet<string> = new Set([
  'missing_column',
  'ambiguous_column',
  'duplicate_column',
  'several_sheets',
]);

/** Whether only another file helps. */
export function isUnreadable({ rejection }: BatchPreview): boolean {
  return rejection !== null && !SOLVED_HERE.has(rejection.code);
}
