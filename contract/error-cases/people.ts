import type { ErrorCase } from './error-case.ts';

/** People who sign in, and requests of browsers. */
export const PEOPLE_CASES = {
  session_ended: {
    code: 'not_signed_in',
    when: 'a browser sends the cookie of a session that has ended, or of none',
    message: 'You are not signed in, or your session has ended. Sign in again.',
  },
  second_factor_pending: {
    code: 'not_signed_in',
    when: 'a person has a second factor, and has not sent a code in this session',
    message:
      'Your sign-in is not complete. Send a code from your authenticator app, or one of your recovery codes.',
  },
  second_factor_wrong: {
    code: 'not_signed_in',
    param: 'code',
    when: 'a code of the second factor is wrong, is too old, or was used before; the message is the same for all',
    message:
      'This code is not valid. Wait for the next code from your authenticator app, and send it within 30 seconds.',
  },
  second_factor_exists: {
    code: 'invalid_request',
    when: 'a person sets up a second factor, and already has one',
    message: 'You already have a second factor. Remove it first, then set up a new one.',
  },
  second_factor_missing: {
    code: 'not_found',
    when: 'a person removes their second factor, and has none',
    message: 'You have no second factor.',
  },
  factor_not_fresh: {
    code: 'permission_denied',
    when: 'a person adds or removes a passkey or an authenticator app, or sets their first password, and signed in or used a second factor more than ten minutes ago',
    message:
      'This needs a sign-in within the last ten minutes. Confirm your second factor or sign in again, then retry.',
  },
  passkeys_unavailable: {
    code: 'invalid_request',
    when: 'a person uses passkeys, and the page was opened at an IP address or over http',
    message:
      'Passkeys do not work at this address. Open this page at the https address of the service, and try again.',
  },
  passkey_not_added: {
    code: 'invalid_request',
    param: 'credential',
    when: 'a person adds a passkey, and the answer of their device is wrong, is too late, was used before, or did not verify the person',
    message: 'The passkey was not added. Start again, and complete it within five minutes.',
  },
  passkeys_exceeded: {
    code: 'invalid_request',
    when: 'a person adds a passkey, and has the most that are possible',
    message: 'You have {max} passkeys, and cannot add another. Remove one first.',
  },
  passkey_unknown: {
    code: 'not_found',
    param: 'passkey_id',
    when: 'a person removes a passkey that they do not have, or have removed before',
    message: 'You have no passkey with this id. It may have been removed before.',
  },
  passkey_refused: {
    code: 'not_signed_in',
    when: 'a passkey is unknown or was removed, or the answer of the device is wrong, is too late, or was used before; the message is the same for all',
    message:
      'You could not be signed in with this passkey. Try again, or sign in another way and check your passkeys.',
  },
  sso_unknown: {
    code: 'not_found',
    param: 'email',
    when: 'a person chooses single sign-on, and no organisation has it for the domain of their e-mail address',
    message: 'There is no single sign-on for this e-mail address. Check the address, or sign in another way.',
  },
  sso_unavailable: {
    code: 'internal_error',
    when: 'a person chooses single sign-on, and the provider of their organisation does not answer, or its settings are wrong',
    message:
      'The sign-in of your organisation does not answer. Wait for the number of seconds in Retry-After, then try again.',
  },
  sso_required: {
    code: 'not_signed_in',
    when: 'a person signs in with a password, a link or a passkey, and their organisation requires single sign-on',
    message: 'Your organisation requires single sign-on. Choose it on the sign-in page.',
  },
  invitation_ended: {
    code: 'not_signed_in',
    when: 'someone opens the link of an invitation that was accepted or withdrawn, whose time is over, or that was never sent',
    message:
      'This invitation was used or withdrawn, or its 24 hours are over. Sign in if you have accepted it. Otherwise, ask for a new invitation.',
  },
  invitation_of_other: {
    code: 'permission_denied',
    when: 'a person who is signed in opens an invitation that was sent to another e-mail address',
    message:
      'This invitation was sent to another e-mail address. It was not used. Sign out first, if that address is yours too.',
  },
  sign_in_refused: {
    code: 'not_signed_in',
    when: 'the e-mail address and the password do not belong together, or the sign-in link was used before or has ended; the message is the same for all',
    message:
      'You could not be signed in. Check your e-mail address and password. If you used a link, it was used before or has expired, so ask for a new one.',
  },
  sign_ins_exceeded: {
    code: 'rate_limited',
    when: 'one IP address failed to sign in too often, with the same e-mail address or in total, or a person sent too many wrong codes',
    message:
      'There were too many attempts to sign in. Wait for the number of seconds in Retry-After, then try again.',
  },
  right_missing_in_session: {
    code: 'permission_denied',
    when: 'a person is signed in, but their role does not have the right that the operation needs',
    message:
      'Your role does not have the right {right} in this session, which this request needs. Nothing was bought or changed. If your role has it, set up a second factor. Otherwise, ask the owner of your organisation.',
  },
  staff_only: {
    code: 'permission_denied',
    when: 'a person of a client uses what is only for the staff',
    message: 'Only the staff of the platform may do this. Nothing was changed.',
  },
  staff_factor_missing: {
    code: 'permission_denied',
    when: 'a staff member has no second factor',
    message:
      'The staff needs a second factor. Set up an authenticator app or a passkey on the sign-in page, then try again. Nothing was changed.',
  },
  device_code_unknown: {
    code: 'not_found',
    param: 'user_code',
    when: 'a staff member confirms a sign-in at the command line, and the code is wrong, was used before, or has ended; the message is the same for all',
    message:
      'No sign-in waits for this code. Check the code in your terminal. If it is correct, it was used before or has expired, so start again there.',
  },
  cross_site: {
    code: 'permission_denied',
    when: 'a browser sends the cookie of a session, and the request comes from another website',
    message:
      'This request came from another website, so nothing was changed. Open the pages of this service directly, and try again.',
  },
  account_choice_missing: {
    code: 'invalid_request',
    param: 'Bundlewire-Account',
    when: 'a person who may use several accounts does not say which one the request is for',
    message: 'You may use several accounts. Send the id of one of them in the header Bundlewire-Account.',
  },
  account_not_yours: {
    code: 'not_found',
    param: 'Bundlewire-Account',
    when: 'the account in the header does not exist, or the person has no role in its organisation',
    message:
      'You have no account with this id. Check the header Bundlewire-Account. If the id is correct, ask the owner of your organisation for a role.',
  },
  password_wrong: {
    code: 'invalid_request',
    param: 'current_password',
    when: 'a person changes their password, and the current one is not right',
    message: 'The current password is not correct. Nothing was changed. Check it and try again.',
  },
  session_unknown: {
    code: 'not_found',
    when: 'a person ends a session that they do not have, or that has already ended',
    message: 'You have no session with this id. It may have ended before.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
