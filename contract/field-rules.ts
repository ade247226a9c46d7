/** The rule for each field, as the end of a sentence that starts with its name. `docs/errors.md` lists them. */
export const FIELD_RULES = {
  phone_number: 'must be in E.164 format: + and 8 to 15 digits, for example +2348031234567',
  reference: 'must be 1 to 64 letters, digits, hyphens, underscores, dots or colons',
  batch_reference: 'must be 1 to 55 letters, digits, hyphens, underscores, dots or colons',
  metadata_count: 'may have up to 20 keys',
  metadata_key: 'keys must be 1 to 40 letters, digits, underscores, dots or hyphens',
  metadata_value: 'values must be strings',
  metadata_value_length: 'values may have up to 500 characters',
  storable: 'has a character that cannot be stored (NUL or a lone surrogate). Remove it',
  limit: 'must be a whole number from 1 to 100',
  country: 'must be two capital letters (ISO 3166-1 alpha-2), for example NG',
  event_type: 'must be a type of event, for example purchase.failed',
  date_time: 'must be a date and time with a time zone, for example 2026-11-20T09:30:00Z',
  not_before: 'must be between 1970 and 366 days from now',
  column: 'is not a parameter. Map columns with column.phone_number, column.bundle_id and so on',
} as const;

/** Rules that schemas do not word themselves. */
export const SHAPE_RULES = {
  one_of: (values: readonly string[]) => `must be one of: ${values.join(', ')}`,
  type: (name: string) => `must be ${name}`,
  longest: (characters: number) => `must have at most ${characters} characters`,
  not_empty: 'must not be empty',
  other: 'is not valid. Check it against the API reference',
} as const;
