import { IntlMessageFormat } from 'intl-messageformat';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { messages as english } from '../locales/en.ts';
import { bindSpaces } from './spaces.ts';
import type { CodeTexts, Messages, TextKey } from './texts.ts';

export type Values = Readonly<Record<string, string | number>>;
/** The text of a key, with its values, in the language of the person. */
export type Translate = (key: TextKey, values?: Values) => string;

/** What the API says with an English message. */
export interface ApiText {
  readonly code: string;
  readonly message: string;
}

interface Texts {
  /** BCP 47, such as `fr`. */
  readonly locale: string;
  readonly t: Translate;
  /** The sentence for a code, in the language of the person; the message of the API for a code without one. */
  wordingOf(kind: keyof CodeTexts, what: ApiText, values?: Values): string;
  change(locale: string): Promise<void>;
}

const KEY = 'bundlewire.locale';
const FILES = import.meta.glob<{ messages: Messages }>('../locales/*.ts');
const CODE_FILES = import.meta.glob<{ sentences: CodeTexts }>('../locales/codes/*.ts');
/** Every file in locales/ is a language. */
export const LOCALES = Object.keys(FILES)
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.ts'.length))
  .toSorted();

export interface Language {
  readonly locale: string;
  readonly messages: Messages;
  /** Null for a language without them. English has those for which the message of the API is for programs. */
  readonly sentences: CodeTexts | null;
}

/** Loads the texts of a language; English if there is no such language. */
export async function loadLanguage(locale: string): Promise<Language> {
  const load = locale === 'en' ? undefined : FILES[`../locales/${locale}.ts`];
  const known = load === undefined ? 'en' : locale;
  const [texts, codes] = await Promise.all([load?.(), CODE_FILES[`../locales/codes/${known}.ts`]?.()]);
  return { locale: known, messages: texts?.messages ?? english, sentences: codes?.sentences ?? null };
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
    const wordingOf = wordingsOf(language);
    document.documentElement.lang = language.locale;
    const change = async (locale: string) => {
      localStorage.setItem(KEY, locale);
      setLanguage(await loadLanguage(locale));
    };
    return { locale: language.locale, t, wordingOf, change };
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
function translator({ locale, messages }: Language): Translate {
  const format = formatter(locale);
  return (key, values) => format(messages[key], values);
}

/** Sentences of a language for codes of the API, as functions of their values. */
function wordingsOf({ locale, sentences }: Language): Texts['wordingOf'] {
  const format = formatter(locale);
  return (kind, { code, message }, values) => {
    const known = sentences?.[kind];
    const text = known !== undefined && Object.hasOwn(known, code) ? known[code] : undefined;
    return text === undefined ? message : format(text, values);
  };
}

/** Puts values into texts in the ICU message format. Each text is parsed once. */
function formatter(locale: string): (text: string, values?: Values) => string {
  const parsed = new Map<string, IntlMessageFormat | string>();
  const parse = (text: string) => {
    const bound = locale === 'fr' ? bindSpaces(text) : text;
    return bound.includes('{') ? new IntlMessageFormat(bound, locale) : bound;
  };
  return (text, values) => {
    const format = parsed.get(text) ?? parse(text);
    parsed.set(text, format);
    return typeof format === 'string' ? format : String(format.format(values));
  };
}
