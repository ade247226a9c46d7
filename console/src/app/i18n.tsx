import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { messages as english } from '../locales/en.ts';
import type { Messages, TextKey } from './texts.ts';

export type Values = Readonly<Record<string, string | number>>;
/** The text of a key, with its values, in the language of the person. */
export type Translate = (key: TextKey, values?: Values) => string;

interface Texts {
  /** BCP 47, such as `fr`. */
  readonly locale: string;
  readonly t: Translate;
  change(locale: string): Promise<void>;
}

const KEY = 'bundlewire.locale';
const FILES = import.meta.glob<{ messages: Messages }>('../locales/*.ts');
/** Every file in locales/ is a language. */
export const LOCALES = Object.keys(FILES)
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length))
  .toSorted();

export interface Language {
  readonly locale: string;
  readonly messages: Messages;
}

/** Loads the texts of a language; English if there is no such language. */
export async function loadLanguage(locale: string): Promise<Language> {
  const load = FILES[`../locales/${locale}.ts`];
  if (locale === 'en' || load === undefined) return { locale: 'en', messages: english };
  return { locale, messages: (await load()).messages };
}

/** The language that was chosen here, otherwise the first of the browser that exists. */
export function preferredLocale(): string {
  const wished = [localStorage.getItem(KEY), ...navigator.languages];
  for (const one of wished) {
    const short = one?.split('-')[0] ?? '';
    if (LOCALES.includes(short)) return short;
  }
  return 'en';
}

const Context = createContext<Texts | null>(null);

/** Gives its children the texts of a language, which they can change. */
export function Language({ first, children }: { readonly first: Language; readonly children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  const texts = useMemo<Texts>(() => {
    const t = translator(language);
    document.documentElement.lang = language.locale;
    const change = async (locale: string) => {
      localStorage.setItem(KEY, locale);
      setLanguage(await loadLanguage(locale));
    };
    return { locale: language.locale, t, change };
  }, [language]);
  return (
    <Context value={texts}>
      <I18nProvider locale={language.locale}>{children}</I18nProvider>
    </Context>
  );
}

export function useTexts(): Texts {
  const texts = useContext(Context);
  if (texts === null) throw new Error('no language was loaded');
  return texts;
}

/** Texts of a language, as functions of their values. */
export function translator({ locale, messages }: Language): Translate {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  return (key, values) => {
    if (!messages[key].includes('{')) return messages[key];
    let format = parsed.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(messages[key], locale);
      parsed.set(key, format);
    }
    return String(format.format(values));
  };
}
