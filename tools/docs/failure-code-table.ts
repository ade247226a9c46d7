import { FAILURE_CODES, type RetryAdvice } from '../../domain/purchase/failure-codes.ts';
import type { Blocks } from './blocks.ts';

const ADVICE: Readonly<Record<RetryAdvice, string>> = {
  yes: 'Yes.',
  with_care: 'Be careful, because the bundle can still arrive.',
  later: 'Later.',
  in_minutes: 'In a few minutes.',
  after_change: 'Choose another bundle.',
  no: 'No.',
};

/** The table of docs/failure-codes.md, from the catalogue. */
export function failureCodeTable(): Blocks {
  const rows = Object.entries(FAILURE_CODES).map(
    ([code, { message, retry }]) => `| \`${code}\` | ${message} | ${ADVICE[retry]} |`,
  );
  return { codes: ['| Code | Message | Buy again? |', '|---|---|---|', ...rows].join('\n') };
}
