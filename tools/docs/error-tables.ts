import type { ErrorCase } from '../../contract/error-cases/error-case.ts';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { ERRORS } from '../../contract/errors.ts';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import type { Blocks } from './blocks.ts';
import { listFieldRules } from './field-rule-list.ts';

/** What clients can get. */
const CASES = Object.values(ERROR_CASES).filter(({ reader }: ErrorCase) => reader === undefined);

/** The tables of docs/errors.md: the codes, the cases of each, the rules for fields, and the codes of campaigns. */
export function errorTables(): Blocks {
  const codes = Object.entries(ERRORS);
  const overview = codes.map(
    ([code, { status, retryable, meaning }]) =>
      `| [\`${code}\`](#${code}) | ${listStatuses(code, status).join(', ')} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
  );
  return {
    codes: ['| Code | HTTP status | Retryable | Meaning |', '|---|---|---|---|', ...overview].join('\n'),
    cases: codes.flatMap(([code, entry]) => renderCode(code, entry)).join('\n'),
    rules: listFieldRules(),
    'file-codes': renderUploadCases(Object.values(FILE_CASES)),
    'row-codes': renderUploadCases(Object.values(ROW_CASES)),
  };
}

/** The errors of a campaign's file, or of its rows. */
function renderUploadCases(
  cases: readonly { readonly code: string; readonly when: string; readonly message: string }[],
): string {
  const rows = cases.map(
    ({ code, when, message }) => `| \`${code}\` | ${escapeCell(when)} | ${escapeCell(message)} |`,
  );
  return ['| Code | Sent when … | Message |', '|---|---|---|', ...rows].join('\n');
}

/** The statuses of a code: first its usual one, then those of single cases. */
function listStatuses(code: string, usual: number): number[] {
  const found = casesOf(code).map(({ status = usual }) => status);
  return [usual, ...[...new Set(found)].filter((status) => status !== usual).toSorted((a, b) => a - b)];
}

function casesOf(code: string): readonly ErrorCase[] {
  return CASES.filter((one) => one.code === code);
}

function renderCode(
  code: string,
  { status, retryable, meaning, advice }: (typeof ERRORS)[keyof typeof ERRORS],
) {
  const rows = casesOf(code).map(
    (one) => `| ${one.when} | ${one.status ?? status} | ${escapeCell(one.message)} |`,
  );
  const [usual, ...others] = listStatuses(code, status);
  const heading =
    others.length === 0 ? `HTTP ${usual}` : `HTTP ${usual}, in some cases ${LIST.format(others.map(String))}`;
  return [
    `## ${code}`,
    '',
    `${heading}. ${retryable ? 'Retryable' : 'Not retryable'}. ${meaning}.`,
    '',
    `**What to do.** ${advice}`,
    '',
    '| Sent when … | HTTP status | Message |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Outside code, `<` would begin a tag. */
function escapeCell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
}
