import type { ErrorCase } from './error-case.ts';

/** The organisation of an account, and its people. */
export const ORGANISATION_CASES = {
  organisation_missing: {
    code: 'not_found',
    when: 'the account belongs to no organisation, because only keys use it',
    message:
      'Your account belongs to no organisation, so it has no people. Ask your technical contact to create one.',
  },
  person_unknown: {
    code: 'not_found',
    param: 'person_id',
    when: 'the organisation of the account has no person with this id',
    message: 'Your organisation has no person with this id. List the people to see their ids.',
  },
  person_exceeds_rights: {
    code: 'permission_denied',
    when: 'a person is changed or removed, or is given a role, and this role or the present one has a right which the request does not have; `details.required_right` is one of them',
    message:
      'You cannot give this role, or change a person who has it, because it has the right {right}, and you do not. Nothing was changed. Ask an owner of your organisation. With an API key, roles that can spend or approve cannot be managed.',
  },
  invitation_unknown: {
    code: 'not_found',
    param: 'invitation_id',
    when: 'the organisation of the account has no invitation with this id',
    message: 'Your organisation has no invitation with this id. List the invitations to see their ids.',
  },
  invitation_over: {
    code: 'invalid_request',
    status: 409,
    when: 'an invitation is withdrawn that was accepted or withdrawn before, or whose time is over',
    message: 'This invitation has ended, so it cannot be withdrawn. To take a person out, remove the person.',
  },
  invitation_open: {
    code: 'invalid_request',
    status: 409,
    param: 'email',
    when: 'an e-mail address is invited that has an open invitation to the organisation',
    message:
      'This e-mail address already has an open invitation. To send another one, withdraw the open one first.',
  },
  invitation_of_member: {
    code: 'invalid_request',
    status: 409,
    param: 'email',
    when: 'an e-mail address is invited whose person is in the organisation',
    message: 'This person is already in your organisation. To change the role, change the person.',
  },
  invitations_exceeded: {
    code: 'invalid_request',
    status: 409,
    when: 'an organisation has sent the most invitations that are possible within 24 hours',
    message:
      'Your organisation has sent {max} invitations within 24 hours, which is the most that are possible. Send the next one tomorrow.',
  },
  session_missing: {
    code: 'not_found',
    param: 'session_id',
    when: 'no person of the organisation has a session with this id, or it has ended',
    message: 'No person of your organisation has a session with this id. It may have ended before.',
  },
  last_owner: {
    code: 'invalid_request',
    status: 409,
    when: 'the last active owner of an organisation would be removed or suspended, or would get another role',
    message:
      'This is the last active owner of your organisation. Nothing was changed. Make another person owner first.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
