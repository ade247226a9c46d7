import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { ERRORS } from '../../contract/errors.ts';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import { listFieldRules } from '../../tools/docs/field-rule-list.ts';
import { readOpenApiDocument } from '../../tools/docs/openapi-document.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
const document = JSON.stringify(await readOpenApiDocument());
const sources = readdirSync(join(ROOT, 'api'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(ROOT, 'api', path), 'utf8'))
  .join('\n');

it('has a section for every code that the API can return, and for no other', () => {
  const sections = [...page.matchAll(/^## ([a-z_]+)$/gm)].map(([, code]) => code);
  expect(sections).toEqual(Object.keys(ERRORS));
  const documented = [...document.matchAll(/"error":\{"code":"([a-z_]+)"/g)].map(([, code]) => code);
  expect(new Set(documented)).toEqual(new Set(sections));
  expect(new Set(Object.values(ERROR_CASES).map(({ code }) => code))).toEqual(new Set(sections));
});

it.each(Object.keys(ERROR_CASES))('the API sends the error %s', (name) => {
  expect(sources).toContain(`'${name}'`);
});

it('the API creates errors only from the catalogue', () => {
  expect(sources.split('new ApiError(')).toHaveLength(2);
});

it('has every message that a client, a file or a row can get, and none that only gateways get', () => {
  const shown = (message: string) => page.includes(message.replaceAll('<', '&lt;').replaceAll('|', '\\|'));
  const { callback_unknown, ...cases } = ERROR_CASES;
  const all = [...Object.values(cases), ...Object.values(FILE_CASES), ...Object.values(ROW_CASES)];
  expect(all.map(({ message }) => message).filter((message) => !shown(message))).toEqual([]);
  expect(shown(callback_unknown.message)).toBe(false);
});

it('names the fields of rules as the document for clients does', () => {
  const subjects = listFieldRules()
    .split('\n')
    .map((rule) => /^- (.*?),? (must|has|is|keys|values) /.exec(rule)?.[1] ?? rule);
  expect(subjects.length).toBeGreaterThan(55);
  const names = subjects.flatMap((subject) => [...subject.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  const isDocumented = (name = '') =>
    document.includes(`"${name}":{`) || document.includes(`"name":"${name}"`);
  expect(names.filter((name) => !isDocumented(name))).toEqual([]);
});

it.each([
  ['invalid_request', 'HTTP 400, in some cases 405, 408, 409, 413, 415 or 431. Not retryable.'],
  ['internal_error', 'HTTP 500, in some cases 503. Retryable.'],
  ['reference_conflict', 'HTTP 409. Not retryable.'],
])('the section of %s begins with every status that the code has', (code, heading) => {
  expect(page).toContain(`## ${code}\n\n${heading}`);
});

it.each(
  [ERROR_CASES, FILE_CASES, ROW_CASES].flatMap((cases) => Object.values(cases).map(({ message }) => message)),
)('is made of sentences that a support agent could send: %s', (message) => {
  expect(message).toMatch(/^([A-Z]|phone_number|\{)/);
  expect(message).toMatch(/[.…>]$/);
  for (const sentence of message.split(/(?<=\.) /))
    expect(sentence.split(' ').length).toBeLessThanOrEqual(30);
});
