import type { messages as english } from '../locales/en.ts';

export type TextKey = keyof typeof english;
/** All texts of one language. */
export type Messages = Readonly<Record<TextKey, string>>;

/** Sentences for the codes that the API sends with an English message, by what they are about. */
export interface CodeTexts {
  readonly rejection: Readonly<Record<string, string>>;
  readonly row: Readonly<Record<string, string>>;
  readonly notice: Readonly<Record<string, string>>;
}
