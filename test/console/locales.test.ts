import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { messages as english } from '../../console/src/locales/en.ts';

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
