import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { ERRORS } from '../../contract/errors.ts';
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

it.each(Object.values(ERROR_CASES).map(({ message }) => message))(
  'is made of sentences that a support agent could send: %s',
  (message) => {
    expect(message).toMatch(/^([A-Z]|phone_number|\{)/);
    expect(message).toMatch(/[.…>]$/);
    for (const sentence of message.split(/(?<=\.) /))
      expect(sentence.split(' ').length).toBeLessThanOrEqual(30);
  },
);
