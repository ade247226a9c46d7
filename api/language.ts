import Negotiator from 'negotiator';

/** The languages of error messages. The first is the default. */
const LANGUAGES = ['en', 'fr'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * The language that a client prefers, by the q-values of its `Accept-Language` (RFC 9110, 12.5.4). `fr-CI` is French. Other
 * languages are passed over. A client that accepts neither English nor French, or any language, gets English.
 */
export function preferredLanguage(accepted: string | undefined): Language {
  if (accepted === undefined) return 'en';
  // In the order of the client. Given both languages, the library would choose an exact `en` before an earlier `fr-CI`.
  for (const range of new Negotiator({ headers: { 'accept-language': accepted } }).languages()) {
    const [wished] = range.toLowerCase().split('-');
    const found = wished === '*' ? 'en' : LANGUAGES.find((language) => language === wished);
    if (found !== undefined) return found;
  }
  return 'en';
}
