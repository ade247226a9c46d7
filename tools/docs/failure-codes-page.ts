import { FAILURE_CODES, type RetryAdvice } from '../../domain/purchase/failure-codes.ts';

const ADVICE: Readonly<Record<RetryAdvice, string>> = {
  yes: 'Yes, at once.',
  with_care: 'With care: the bundle may yet arrive, though nothing was charged for it.',
  later: 'Later.',
  in_minutes: 'In a few minutes.',
  after_change: 'Not the same: choose another bundle or network.',
  no: 'No.',
};

/** The page docs/failure-codes.md, made of the catalogue in code. */
export function renderFailureCodes(): string {
  const rows = Object.entries(FAILURE_CODES).map(
    ([code, { message, retry }]) => `| \`${code}\` | ${message} | ${ADVICE[retry]} |`,
  );
  return [
    '# Failure codes',
    '',
    'A purchase that ended as `failed` says why in `failure.code`. Nothing was charged, whatever the code. New codes may be added:',
    'treat one you do not know by its message. To buy again is a new purchase with a new `reference`.',
    '',
    '| Code | Message | Buy again? |',
    '|---|---|---|',
    ...rows,
    '',
    'Made of `domain/purchase/failure-codes.ts` by `npm run docs`.',
    '',
  ].join('\n');
}
