import { fillMessage, type PlaceholdersOf } from '../../../domain/messages.ts';
import type { ERROR_CASES, ErrorCaseName } from '../error-cases.ts';
import { ACCESS_FRENCH } from './access.ts';
import { API_KEY_FRENCH } from './api-keys.ts';
import { APPROVAL_FRENCH } from './approvals.ts';
import { BATCH_FRENCH } from './batches.ts';
import { ORGANISATION_FRENCH } from './organisation.ts';
import { PEOPLE_FRENCH } from './people.ts';
import { PRIVACY_FRENCH } from './privacy.ts';
import { RECURRING_FRENCH } from './recurring-batches.ts';
import { REQUEST_FRENCH } from './requests.ts';
import { RESOURCE_FRENCH } from './resources.ts';
import { SANDBOX_FRENCH } from './sandbox.ts';
import { SETTINGS_FRENCH } from './settings.ts';
import { bindSpaces } from './spaces.ts';
import { STAFF_FRENCH } from './staff.ts';
import { valueInFrench } from './values.ts';

const TEXTS = {
  ...REQUEST_FRENCH,
  ...ACCESS_FRENCH,
  ...PEOPLE_FRENCH,
  ...RESOURCE_FRENCH,
  ...SETTINGS_FRENCH,
  ...API_KEY_FRENCH,
  ...BATCH_FRENCH,
  ...RECURRING_FRENCH,
  ...APPROVAL_FRENCH,
  ...ORGANISATION_FRENCH,
  ...PRIVACY_FRENCH,
  ...SANDBOX_FRENCH,
  ...STAFF_FRENCH,
} as const;

/** The text if it has a placeholder only where the English message has one; never otherwise, which is a type error below. */
type Fitting<Name extends ErrorCaseName> = [PlaceholdersOf<(typeof TEXTS)[Name]>] extends [
  PlaceholdersOf<(typeof ERROR_CASES)[Name]['message']>,
]
  ? (typeof TEXTS)[Name]
  : never;

/** The message of every error in French, with the placeholders of the English one. */
export const FRENCH_MESSAGES: { readonly [Name in ErrorCaseName]: Fitting<Name> } = TEXTS;

/** The message of a case in French. */
export function messageInFrench(
  name: ErrorCaseName,
  values: Readonly<Record<string, string | number>>,
): string {
  const french = Object.entries(values).map(([key, value]) => [key, valueInFrench(key, value)] as const);
  return fillMessage(bindSpaces(FRENCH_MESSAGES[name]), Object.fromEntries(french));
}
