/** Calling codes of countries in which a number at home begins with 0, which is left out after the calling code. */
const CALLING_CODES: Readonly<Record<string, string>> = {
  EG: '20',
  ET: '251',
  GB: '44',
  GH: '233',
  IN: '91',
  KE: '254',
  MA: '212',
  NG: '234',
  PK: '92',
  RW: '250',
  TZ: '255',
  UG: '256',
  ZA: '27',
  ZM: '260',
  ZW: '263',
};

/** A number as it is searched for, in one country. */
export interface LocalNumber {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** E.164 */
  readonly number: string;
}

/** What a number that was typed without its country can be, in the countries whose networks are sold. */
export function readLocalNumber(typed: string, countries: readonly string[]): readonly LocalNumber[] {
  const digits = typed.replaceAll(/\D/g, '').replace(/^0/, '');
  return [...new Set(countries)].flatMap((country) => {
    const code = CALLING_CODES[country];
    return code === undefined ? [] : [{ country, number: `+${code}${digits}` }];
  });
}
