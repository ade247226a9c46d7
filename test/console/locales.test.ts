import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { ACTION_GROUPS } from '../../console/src/admin/audit/actions.ts';
import { bindSpaces } from '../../console/src/app/spaces.ts';
import { ONLY_IN_MESSAGE } from '../../console/src/campaigns/message-facts.ts';
import { sentences } from '../../console/src/locales/codes/fr.ts';
import { messages as english } from '../../console/src/locales/en.ts';
import { messages as french } from '../../console/src/locales/fr.ts';
import { bindSpaces as bindSpacesInErrors } from '../../contract/error-cases/french/spaces.ts';
import { AUDIT_ACTIONS } from '../../domain/access/audit-actions.ts';
import { NOTICE_CODES, PAUSE_CODES } from '../../domain/batch/batch.ts';
import { FILE_CASES } from '../../domain/batch/file-cases.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import { JUDGED_CAUSES } from '../../domain/network/health-reading.ts';
import { CAUSES, ROW_CAUSES } from '../../domain/purchase/diagnosis.ts';
import { FAILURE_CODES } from '../../domain/purchase/failure-codes.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'console', 'src', 'locales');
const LOCALES = globSync('*.ts', { cwd: FOLDER });

/** The values that a text takes, with their kind. */
function valuesOf(text: string, locale: string): string[] {
  const found = new Set<string>();
  const walk = (elements: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const element of elements) {
      if (!('value' in element)) continue;
      // A literal is text, and # has no value.
      if (element.type !== 0) found.add(`${element.type} ${element.value}`);
      if ('options' in element) for (const { value } of Object.values(element.options)) walk(value);
    }
  };
  walk(new IntlMessageFormat(text, locale).getAst());
  return [...found].toSorted();
}

describe.each(LOCALES)('the texts of %s', (file) => {
  it('are complete, not empty, and take the values of the English texts', async () => {
    const locale = basename(file, '.ts');
    const { messages }: { messages: Record<string, string> } = await import(join(FOLDER, file));
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted());
    for (const [key, text] of Object.entries(english)) {
      const translated = messages[key] ?? '';
      expect([key, translated.trim()]).not.toEqual([key, '']);
      expect([key, valuesOf(translated, locale)]).toEqual([key, valuesOf(text, 'en')]);
    }
  });
});

it('there is English and French', () => {
  expect(LOCALES).toEqual(expect.arrayContaining(['en.ts', 'fr.ts']));
});

it('there is a text for every reason for which a purchase fails', () => {
  const keys = Object.keys(FAILURE_CODES).map((code) => `failure.${code}`);
  expect(Object.keys(english)).toEqual(expect.arrayContaining(keys));
});

it('French texts of the console have their spaces bound as those of the API', () => {
  // The console may not import the contract.
  const texts = [...Object.values(french), 'Vu : « a b » ; 1 à 1 000 000 ?'];
  expect(texts.map(bindSpaces)).toEqual(texts.map(bindSpacesInErrors));
});

it('there are words for every action of the audit log, and every one can be chosen once', () => {
  const chosen = Object.values(ACTION_GROUPS).flat().toSorted();
  expect(chosen).toEqual([...AUDIT_ACTIONS].toSorted());
  const keys = AUDIT_ACTIONS.map((action) => `action.${action}`).toSorted();
  expect(
    Object.keys(english)
      .filter((key) => key.startsWith('action.'))
      .toSorted(),
  ).toEqual(keys);
});

describe('the French sentences for codes of the API', () => {
  it('are there for every reason of a file and of a row, for every notice, and for no other code', () => {
    const codesOf = (cases: object) =>
      [...new Set(Object.values(cases).map(({ code }: { code: string }) => code))].toSorted();
    expect(Object.keys(sentences.rejection).toSorted()).toEqual(codesOf(FILE_CASES));
    expect(Object.keys(sentences.row).toSorted()).toEqual(codesOf(ROW_CASES));
    expect(Object.keys(sentences.notice).toSorted()).toEqual([...NOTICE_CODES].toSorted());
  });

  it.each([
    ['pause', PAUSE_CODES],
    ['network', JUDGED_CAUSES],
    ['cause', CAUSES],
    ['unbought', ROW_CAUSES],
  ] as const)('of the staff are there for every code of a %s, and for no other code', (kind, codes) => {
    expect(Object.keys(sentences[kind]).toSorted()).toEqual([...codes].toSorted());
  });

  it('of a file are followed by the message of the API if it has a value that the answer has not', () => {
    const told = Object.values(FILE_CASES).filter(({ message }) => /\{(?!line\})\w+\}/.test(message));
    expect(ONLY_IN_MESSAGE.rejection).toEqual([...new Set(told.map(({ code }) => code))].toSorted());
  });

  it.each(['row', 'notice'] as const)('of a %s exist, if they are followed by the message', (kind) => {
    expect(Object.keys(sentences[kind])).toEqual(expect.arrayContaining([...ONLY_IN_MESSAGE[kind]]));
  });

  it('of columns that are kept stand alone: the columns are chosen above them', () => {
    const messages: readonly string[] = ONLY_IN_MESSAGE.notice;
    expect(messages).not.toContain('columns_kept');
  });

  // What both files `api-texts.ts` of the console pass, as of an answer that has every fact, and of one that has none.
  it.each([
    ['rejection', { line: 12 }, { line: 0 }],
    [
      'row',
      { column: 'Ville', damage: 'lost_plus', earlier: 7, at: '20 nov. 2026', reference: 'order-1' },
      { column: 'none', damage: 'none', earlier: 0, at: 'none', reference: 'none' },
    ],
    ['notice', {}, {}],
    ['pause', {}, {}],
    ['network', { status: 'unavailable' }, { status: 'degraded' }],
    ['cause', { status: 'pending' }, { status: 'failed' }],
    ['unbought', { batch: 'bat_1', line: 2 }, { batch: 'bat_1', line: 2 }],
  ] as const)('of a %s are whole with and without the facts of the answer', (kind, facts, none) => {
    for (const [code, text] of Object.entries(sentences[kind])) {
      const format = new IntlMessageFormat(text, 'fr');
      for (const values of [facts, none]) {
        const sentence = String(format.format(values));
        expect([code, sentence]).toEqual([code, expect.stringMatching(/^[A-ZÀÉ][^{}]*[^{} ]\.$/)]);
        expect(sentence).not.toMatch(/none|'| {2}/);
      }
    }
  });
});
