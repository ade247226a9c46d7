import { messages } from '../locales/en.ts';
import { useTexts } from './i18n.tsx';
import type { TextKey } from './texts.ts';

function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(messages, text);
}

/** The text of a key that is made from a code of the API, and what stands for a code that this version does not know. */
export function useKnownText(): (key: string, otherwise: string) => string {
  const { t } = useTexts();
  return (key, otherwise) => (isTextKey(key) ? t(key) : otherwise);
}
