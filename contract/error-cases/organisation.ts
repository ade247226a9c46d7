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
  last_owner: {
    code: 'invalid_request',
    status: 409,
    when: 'the last active owner of an organisation would be removed or suspended, or would get another role',
    message:
      'This is the last active owner of your organisation. Nothing was changed. Make another person owner first.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
