import { Fragment } from 'react';
import type { ApiWording } from './api-texts.ts';

/** Sentences about a file or a row. English messages behind them are marked as English, for screen readers. */
export function ApiWords({ of: wordings }: { readonly of: readonly ApiWording[] }) {
  const parts = new Map<string, 'en' | undefined>();
  for (const { text, messages } of wordings) {
    parts.set(text, undefined);
    for (const message of messages) parts.set(message, 'en');
  }
  return [...parts].map(([text, lang], at) => (
    <Fragment key={text}>
      {at === 0 ? '' : ' '}
      {lang === undefined ? text : <span lang={lang}>{text}</span>}
    </Fragment>
  ));
}
