import type { ErrorCase } from '../../contract/error-cases/error-case.ts';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { ERRORS } from '../../contract/errors.ts';
import { FIELD_RULES, SHAPE_RULES } from '../../contract/field-rules.ts';
import { REJECTION_CODES, ROW_ERROR_CODES } from '../../domain/batch/codes.ts';
import type { Blocks } from './blocks.ts';

/** The tables of docs/errors.md: the codes, the cases of each, the rules for fields, and the codes of campaigns. */
export function errorTables(): Blocks {
  const codes = Object.entries(ERRORS);
  const overview = codes.map(
    ([code, { status, retryable, meaning }]) =>
      `| [\`${code}\`](#${code}) | ${status} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
  );
  return {
    codes: ['| Code | HTTP status | Retryable | Meaning |', '|---|---|---|---|', ...overview].join('\n'),
    cases: codes.flatMap(([code, entry]) => renderCode(code, entry)).join('\n'),
    rules: listRules()
      .map((rule) => `- ${rule}.`)
      .join('\n'),
    'file-codes': renderUploadCodes(REJECTION_CODES),
    'row-codes': renderUploadCodes(ROW_ERROR_CODES),
  };
}

/** The codes of a campaign's file, or of its rows. */
function renderUploadCodes(codes: Readonly<Record<string, { when: string; advice: string }>>): string {
  const rows = Object.entries(codes).map(
    ([code, { when, advice }]) => `| \`${code}\` | ${escapeCell(when)} | ${escapeCell(advice)} |`,
  );
  return ['| Code | Sent when … | What to do |', '|---|---|---|', ...rows].join('\n');
}

function renderCode(
  code: string,
  { status, retryable, meaning, advice }: (typeof ERRORS)[keyof typeof ERRORS],
) {
  const cases: readonly ErrorCase[] = Object.values(ERROR_CASES);
  const rows = cases
    .filter((one) => one.code === code)
    .map((one) => `| ${one.when} | ${one.status ?? status} | ${escapeCell(one.message)} |`);
  return [
    `## ${code}`,
    '',
    `HTTP ${status}, ${retryable ? 'retryable' : 'not retryable'}. ${meaning}.`,
    '',
    `**What to do.** ${advice}`,
    '',
    '| Sent when … | HTTP status | Message |',
    '|---|---|---|',
    ...rows,
    '',
  ];
}

/** Outside code, `<` would begin a tag. */
function escapeCell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
}

function listRules(): string[] {
  const { one_of, type, longest, not_empty, other } = SHAPE_RULES;
  const shape = [type('a string'), one_of(['…', '…']), longest(64), not_empty, other];
  const rules = Object.entries(FIELD_RULES).map(([name, rule]) => `${subjectOf(name)} ${rule}`);
  return [...rules, ...shape.map((rule) => `{field} ${rule}`)];
}

/** The field that a rule is named after; `{field}` where several have the rule. */
function subjectOf(rule: string): string {
  if (rule.startsWith('metadata')) return '`metadata`';
  const several = ['storable', 'date_time', 'column'].includes(rule);
  const names: Readonly<Record<string, string>> = {
    batch_reference: 'reference` of a batch',
    event_type: 'type`',
  };
  if (several) return '{field}';
  const name = names[rule];
  return name === undefined ? `\`${rule}\`` : `\`${name}`;
}
