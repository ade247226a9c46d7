import type { messages as english } from '../locales/en.ts';

export type TextKey = keyof typeof english;
/** All texts of one language. */
export type Messages = Readonly<Record<TextKey, string>>;
