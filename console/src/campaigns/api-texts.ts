import type { BatchNotice, BatchRejection, BatchRowError } from '../../../clients/typescript/src/types.ts';
import { type ApiText, useTexts, type Values } from '../app/i18n.tsx';
import { plainMessage } from '../app/plain-message.ts';
import { useFormat } from '../ui/format.ts';
import { ONLY_IN_MESSAGE } from './message-facts.ts';

/** A sentence in the language of the person. */
export interface ApiWording {
  readonly text: string;
  /** English messages of the API that say more than the sentence, such as the names of columns. */
  readonly messages: readonly string[];
}

/** What the API says about a file and its rows, in the language of the person. */
export function useApiTexts() {
  const { wordingOf } = useTexts();
  const { time } = useFormat();
  const word = (kind: keyof typeof ONLY_IN_MESSAGE, what: ApiText, values?: Values): ApiWording => {
    const message = plainMessage(what.message).text;
    const text = wordingOf(kind, { code: what.code, message }, values);
    const codes: readonly string[] = ONLY_IN_MESSAGE[kind];
    const saysLess = text !== message && codes.includes(what.code);
    return { text, messages: saysLess ? [message] : [] };
  };
  return {
    rejection: (rejection: BatchRejection) => word('rejection', rejection, { line: rejection.line ?? 0 }),
    /** Each sentence once. */
    notices: (notices: readonly BatchNotice[]): readonly ApiWording[] => {
      const found = new Map<string, readonly string[]>();
      for (const notice of notices) {
        const { text, messages } = word('notice', notice);
        found.set(text, [...(found.get(text) ?? []), ...messages]);
      }
      return [...found].map(([text, messages]) => ({ text, messages }));
    },
    rowError: (error: BatchRowError) => {
      const { column, damage, duplicate_of: earlier } = error;
      return word('row', error, {
        column: column ?? 'none',
        damage: damage ?? 'none',
        earlier: earlier?.line ?? 0,
        at: earlier?.bought_at == null ? 'none' : time(earlier.bought_at),
        reference: earlier?.reference ?? 'none',
      });
    },
  };
}

/** Wordings as one text, where no element can say in which language a part is. */
export function plainText(wordings: readonly ApiWording[]): string {
  return wordings.flatMap(({ text, messages }) => [text, ...messages]).join(' ');
}
