import type { ValuesOf } from '../../domain/messages.ts';
import { ACCESS_CASES } from './access.ts';
import { API_KEY_CASES } from './api-keys.ts';
import { APPROVAL_CASES } from './approvals.ts';
import { BATCH_CASES } from './batches.ts';
import { ORGANISATION_CASES } from './organisation.ts';
import { PEOPLE_CASES } from './people.ts';
import { PRIVACY_CASES } from './privacy.ts';
import { RECURRING_CASES } from './recurring-batches.ts';
import { REQUEST_CASES } from './requests.ts';
import { RESOURCE_CASES } from './resources.ts';
import { SANDBOX_CASES } from './sandbox.ts';
import { SETTINGS_CASES } from './settings.ts';
import { STAFF_CASES } from './staff.ts';

/** Every error that the API sends, by name. `docs/errors.md` is generated from it. */
export const ERROR_CASES = {
  ...REQUEST_CASES,
  ...ACCESS_CASES,
  ...PEOPLE_CASES,
  ...RESOURCE_CASES,
  ...SETTINGS_CASES,
  ...API_KEY_CASES,
  ...BATCH_CASES,
  ...RECURRING_CASES,
  ...APPROVAL_CASES,
  ...ORGANISATION_CASES,
  ...PRIVACY_CASES,
  ...SANDBOX_CASES,
  ...STAFF_CASES,
} as const;

export type ErrorCaseName = keyof typeof ERROR_CASES;

/** A value for each name that the message of a case has in braces. */
export type MessageValues<Name extends ErrorCaseName> = ValuesOf<(typeof ERROR_CASES)[Name]['message']>;
