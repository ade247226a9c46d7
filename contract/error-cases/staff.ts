import type { ErrorCase } from './error-case.ts';

/** What only the staff of the platform does. */
export const STAFF_CASES = {
  staff_right_missing: {
    code: 'permission_denied',
    when: 'a staff member has no role with the right that the operation needs',
    message:
      'Your role does not have the right {right}, which this request needs. Nothing was changed. Ask a staff admin.',
  },
  staff_subject_unknown: {
    code: 'not_found',
    when: 'a staff member names something that does not exist, such as a purchase, an account, a person or an event',
    message: 'There is no {what} with this id. Check the id, or search for it.',
  },
  staff_requests_exceeded: {
    code: 'rate_limited',
    when: 'the staff sends too many requests from one IP address',
    message:
      'There were too many staff requests from your IP address. Wait for the number of seconds in Retry-After, then try again.',
  },
  staff_approval_needed: {
    code: 'approval_required',
    when: 'a staff rule wants that others approve what moves money; details.approval_id is the request',
    message:
      'Nothing was changed. This needs the approval of other staff members: {given} of {steps} were given. The request {approval_id} waits until {expires_at}. When it is approved, send this again unchanged.',
  },
  staff_money_refused: {
    code: 'invalid_request',
    status: 409,
    when: 'a movement by hand would bring the available balance below zero, or is too large to be counted',
    message:
      'The available balance does not cover this, or the amount is too large. Nothing was booked. Check the balance, then give another amount.',
  },
  staff_outcome_unknown: {
    code: 'invalid_request',
    status: 409,
    when: 'the connection to the database was lost while a movement by hand or a change of terms was stored, so it may have been stored',
    message:
      'The connection to the database was lost at the end, so this may have been done. Do not send it again yet. Read the account first: its statement of today for a movement, or its terms. If it is not there, send the request again.',
  },
  staff_entry_unfit: {
    code: 'invalid_request',
    param: 'amount',
    when: 'the amount of a movement by hand is zero, is in another currency than the account, or is below zero for funding',
    message:
      'The amount must be in {currency} and not zero, and above zero for funding. Nothing was booked. Correct it, then send the request again.',
  },
  staff_approval_ended: {
    code: 'invalid_request',
    status: 409,
    when: 'a staff approval has ended; its status is in details.status',
    message:
      'This approval has ended: its status is {status}. Nothing was changed. If it is still wanted, request it again.',
  },
  staff_approval_own: {
    code: 'permission_denied',
    when: 'a staff member decides what they requested',
    message: 'You requested this, so another staff member must decide. Nothing was changed.',
  },
  staff_approval_of_other: {
    code: 'permission_denied',
    when: 'a staff member withdraws what someone else requested',
    message:
      'Only the person who requested this approval can withdraw it. Nothing was changed. If you may decide, reject it instead.',
  },
  staff_self: {
    code: 'permission_denied',
    when: 'a staff member changes their own role, or removes themselves',
    message: 'You cannot do this to yourself. Nothing was changed. Ask another staff admin.',
  },
  staff_is_client: {
    code: 'invalid_request',
    status: 409,
    param: 'email',
    when: 'someone who has a role in the organisation of a client is added to the staff',
    message:
      'This person has a role in the organisation of a client, so they cannot belong to the staff. Nothing was changed. Use another e-mail address.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
