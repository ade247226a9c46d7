import { describe, expect, it } from 'vitest';
import { hasApiNames, plainMessage } from '../../console/src/app/plain-message.ts';
import type { CodeTexts } from '../../console/src/app/texts.ts';
import { sentences as english } from '../../console/src/locales/codes/en.ts';
import { sentences as french } from '../../console/src/locales/codes/fr.ts';
import { messages as englishTexts } from '../../console/src/locales/en.ts';
import { messages as frenchTexts } from '../../console/src/locales/fr.ts';
import { ERROR_CASES } from '../../contract/error-cases/error-cases.ts';
import { FRENCH_MESSAGES } from '../../contract/error-cases/french/french.ts';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';

/** A text without its values, whose names no one reads. */
const bare = (text: string) =>
  text
    .replaceAll(/\b\w+, (plural|select),/g, '')
    .replaceAll(/(=\d+|\b\w+) \{/g, '{')
    .replaceAll(/\{\w+(, \w+)?\}/g, 'x');

/** For developers, who look for these headers, and for staff who change this setting. */
const TECHNICAL: ReadonlySet<string> = new Set(['requests.idHint', 'late.noneHint']);
/** The console sends requests correctly, so no person gets these. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  'content_type_unsupported',
  'file_charset_unsupported',
  'form_boundary_missing',
]);

describe.each([
  ['English', englishTexts, english],
  ['French', frenchTexts, french],
] as const)('the %s texts for people', (_language, texts, codes) => {
  it('have no names of fields, parameters or headers', () => {
    const found = Object.entries(texts).filter(
      ([key, text]) => !TECHNICAL.has(key) && hasApiNames(bare(text)),
    );
    expect(found).toEqual([]);
  });

  it.each(Object.keys(codes) as (keyof CodeTexts)[])('for codes of a %s have none either', (kind) => {
    expect(Object.values(codes[kind]).filter((text) => hasApiNames(bare(text)))).toEqual([]);
  });
});

it('an English sentence is there for every code whose message tells only programs what to do', () => {
  const codesOf = (cases: object) =>
    Object.values(cases).flatMap(({ code, message }: { code: string; message: string }) =>
      plainMessage(bare(message)).text === bare(message) ? [] : [code],
    );
  expect(Object.keys(english.rejection)).toEqual(expect.arrayContaining(codesOf(FILE_CASES)));
  expect(Object.keys(english.row)).toEqual(expect.arrayContaining(codesOf(ROW_CASES)));
});

it.each([
  ['English', ERROR_CASES],
  ['French', FRENCH_MESSAGES],
] as const)(
  'an error in %s is shown without names of the API, unless only programs get it',
  (_name, cases) => {
    const messages = Object.entries(cases).map(([name, one]: [string, string | { message: string }]) => [
      name,
      bare(typeof one === 'string' ? one : one.message),
    ]);
    expect(messages.length).toBeGreaterThan(100);
    const found = messages.filter(([, message = '']) => hasApiNames(plainMessage(message).text));
    expect(found.filter(([name = '']) => !OF_PROGRAMS.has(name))).toEqual([]);
  },
);

describe('a message of the API', () => {
  it('keeps its facts, and loses what a program would send', () => {
    const { text } = plainMessage(
      'The column "Town_x" is not recognised. Nothing was bought. To keep it, upload the file with on_unknown_columns=keep.',
    );
    expect(text).toBe('The column "Town_x" is not recognised. Nothing was bought.');
  });

  it.each([
    'MTN has no bundle of 7 MB. The nearest are: bnd_mtn_500mb (500 MB, 24 hours).',
    'The batch bat_01kf0x8v5sfb7r9m2ptq4n6wze is already a retry. Start it.',
    'The file has no column phone_number. Its columns are "Person_1", "Plan".',
  ])('keeps ids, columns and what is quoted: %s', (message) => {
    expect(plainMessage(message).text).toBe(message);
  });

  it('says that one must wait, if it names the header with the time', () => {
    const message = 'The service is busy. Wait for the number of seconds in Retry-After, then send it again.';
    expect(plainMessage(message)).toEqual({ text: 'The service is busy.', mustWait: true });
  });

  it('stays if it has no other sentence', () => {
    const message = 'cost_centre must be a text.';
    expect(plainMessage(message)).toEqual({ text: message, mustWait: false });
  });
});
