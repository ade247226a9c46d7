/** The name of a language in itself, such as `français`, so that people who speak it find it. */
export function languageName(locale: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
}
