import type { messages as english } from '../locales/en.ts';

export type TextKey = keyof typeof english;
/** All texts of one language. */
export type Messages = Readonly<Record<TextKey, string>>;

/** Sentences for the codes that the API sends with an English message, by what they are about. */
export interface CodeTexts {
  readonly rejection: Readonly<Record<string, string>>;
  readonly row: Readonly<Record<string, string>>;
  readonly notice: Readonly<Record<string, string>>;
  /** Why a campaign is paused, without amounts. */
  readonly pause: Readonly<Record<string, string>>;
  /** Why a network has its status. */
  readonly network: Readonly<Record<string, string>>;
  /** Why a purchase is in its state. */
  readonly cause: Readonly<Record<string, string>>;
  /** Why a row has bought nothing. */
  readonly unbought: Readonly<Record<string, string>>;
}
