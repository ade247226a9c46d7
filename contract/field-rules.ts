import { EVENT_TYPES } from '../domain/webhook/event.ts';

/** The rule for each field, as the end of a sentence that starts with its name. `docs/errors.md` lists them. */
export const FIELD_RULES = {
  reference: 'must be 1 to 64 letters, digits, hyphens, underscores, dots or colons',
  batch_reference: 'must be 1 to 55 letters, digits, hyphens, underscores, dots or colons',
  metadata_count: 'must have at most 20 keys',
  metadata_key: 'keys must be 1 to 40 letters, digits, underscores, dots or hyphens',
  metadata_value: 'values must be strings',
  metadata_value_length: 'values must have at most 500 characters',
  storable:
    'has a character that cannot be stored. It may be invisible, or half of an emoji. Delete it, or type the text again',
  limit: 'must be a whole number from 1 to 100',
  country: 'must be two capital letters (ISO 3166-1 alpha-2), for example NG',
  event_type: 'must be a type of event, for example purchase.failed',
  sandbox_available: 'must be a whole number of minor units from 0 to 100,000,000,000',
  date_time: 'must be a date and time with a time zone, for example 2026-11-20T09:30:00Z',
  day: 'must be a day that exists, for example 2026-11-20',
  last_day: 'must be the first day or up to 91 days later',
  begun_day: 'must be a UTC day that exists and has begun, for example 2026-11-20',
  route: 'must be the name of a gateway of the network, for example main',
  not_before: 'must be at most 366 days from now, and not before 1970',
  send_between:
    'must be two times of a day, at least 30 minutes apart, the earlier one first, for example 09:00-20:00',
  request_status: 'must be a status such as 404, or a class of them such as 4xx',
  request_id: 'must be the id of a request, for example req_01kf0x9b4efb7r9m2ptq4n6wze',
  audit_action: 'must be an action of the audit log, for example batch_start',
  audit_principal: 'must be the id of a key or of a person, for example key_01kf0x6q0sfb7r9m2ptq4n6wze',
  recurring_reference: 'must be 1 to 35 letters, digits, hyphens, underscores, dots or colons',
  time_zone: 'must be the IANA name of a time zone, for example Africa/Lagos',
  time_of_day: 'must be a time of the day from 00:00 to 23:59',
  own_currency: 'must be in the currency of your account',
  ranges:
    'must be a list of up to 100 IP addresses or CIDR ranges, for example 203.0.113.7 or 198.51.100.0/24. In a range, all bits after the prefix must be 0',
  endpoint_url:
    'must be a public https URL of up to 2,048 characters, on port 443. It must not contain a user name, a password or a fragment',
  event_types: `must be a list of 1 to ${EVENT_TYPES.length} types of event`,
  overlap_seconds: 'must be a whole number of seconds from 0 to 2592000',
  scopes: 'must be a list of 1 to 100 scopes: rights such as purchases:read, or all, or read_only',
  spend_caps:
    'must have per_purchase or per_day, each null or an amount of at least 1 in minor units, in the currency of your account',
  expires_at: 'must be null, or a time between now and ten years from now',
  changes: 'must contain at least one field to change',
  threshold: 'must be an amount of at least 1 in minor units, in the currency of your account',
  email: 'must be an e-mail address of up to 254 characters',
  threshold_and_email: 'must both be set, or both be null',
  spending_limit: 'must be null, or an amount of at least 1 in minor units, in the currency of your account',
  notice_emails: 'must be a list of up to 10 e-mail addresses of up to 254 characters',
  bundle_ids: 'must be null, or a list of 1 to 1,000 ids of bundles',
  phone_numbers: 'must be a list of 1 to 10,000 phone numbers in E.164 format, for example +2348031234567',
  duplicate_window_hours: 'must be a whole number of hours from 0 to 8784',
  whole_number: 'must be a whole number of up to seven digits',
  approved_cost:
    'must be an amount in minor units and a currency, for example {"amount": 4140000, "currency": "NGN"}',
  file_sha256: 'must be the 64 hexadecimal digits of a SHA-256',
  revision: 'must be the revision of the batch, a whole number from 0',
  new_password: 'must have 12 to 128 characters',
  predictable_password:
    'is guessed too soon: it repeats itself, follows the keys, or is made of common words. Use four unrelated words, or let a password manager choose',
  cost_centre: 'must be null, or a text of up to 60 characters',
  batch_note: 'must be null, or a text of up to 1,000 characters',
  request_note: 'must be a text of 1 to 200 characters that is not blank',
  batch_search: 'must be a text of 1 to 100 characters',
  batch_owner: 'must be the id of a key or person, for example key_01kf0x6q0sfb7r9m2ptq4n6wze',
  stream_seconds: 'must be a whole number of seconds from 1 to 300',
  line: 'must be a line of the file, a whole number from 1 to 100,000,000',
  edits: 'must be a list of 1 to 1,000 changes, each of a different line',
  approval_from: 'must be null, or an amount of at least 1 in minor units, in the currency of your account',
  approvals_from: 'must not be less than one_approval_from',
  valid_hours: 'must be a whole number of hours from 1 to 720',
  role: 'must be the id of a role of your organisation, for example viewer; GET /v1/roles lists them',
  role_name: 'must have 1 to 100 characters, and not only spaces',
  role_rights:
    'must be a list of 1 to 100 rights, for example batches:read; GET /v1/roles shows those of each role',
  organisation_name: 'must have 1 to 200 characters, and not only spaces',
  approval_reason: 'must be a text of 1 to 500 characters that is not blank',
  override_minutes: 'must be a whole number of minutes from 1 to 10080',
  override_message: 'must be set if the status is not operational, and left out if it is',
  evidence: 'must not contain the phone number',
  first: 'must be a whole number from 1 to 10,000',
  column: 'is not a parameter. To name a column of your file, send for example column.phone_number=MSISDN',
} as const;

export type FieldRule = keyof typeof FIELD_RULES;

/** Rules that schemas do not word themselves. */
export const SHAPE_RULES = {
  one_of: (values: readonly string[]) => `must be one of: ${values.join(', ')}`,
  type: (name: string) => `must be ${name}`,
  longest: (characters: number) => `must have at most ${characters} characters`,
  not_empty: 'must not be empty',
  once: 'is a parameter that may be given only once. Delete all but one',
  other: 'is not in the expected form. The API reference shows the form and an example',
} as const;
