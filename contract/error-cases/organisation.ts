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
    when: 'a person is changed or removed, or is given a role, or a role is created, changed or deleted, and this role or the present one has a right which the request does not have; `details.required_right` is one of them',
    message:
      'You cannot give or change this role, or change a person who has it, because it has the right {right}, and you do not. Nothing was changed. Ask an owner of your organisation. With an API key, roles that can spend or approve cannot be managed.',
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
  role_unknown: {
    code: 'not_found',
    param: 'role_id',
    when: 'the organisation of the account has no role with this id',
    message: 'Your organisation has no role with this id. List the roles to see their ids.',
  },
  role_built_in: {
    code: 'invalid_request',
    status: 409,
    when: 'a built-in role is changed or deleted',
    message:
      'This role is built in, and cannot be changed or deleted. Create a role with the rights that you want.',
  },
  role_name_taken: {
    code: 'invalid_request',
    status: 409,
    param: 'name',
    when: 'a role is created or renamed, and the organisation has another role of this name; capital letters make no other name',
    message: 'Your organisation already has a role with this name. Choose another name.',
  },
  roles_exceeded: {
    code: 'invalid_request',
    status: 409,
    when: 'a role is created, and the organisation has composed as many as are possible',
    message:
      'Your organisation has {max} custom roles, which is the most that are possible. Delete a role that no one has first.',
  },
  role_in_use: {
    code: 'invalid_request',
    status: 409,
    when: 'a role is deleted that people or open invitations have; `details.person_ids` and `details.invitation_ids` are the first 100 of each',
    message:
      'People or open invitations have this role, so it was not deleted. Give the people another role, and withdraw the invitations. Then delete it again.',
  },
  last_owner: {
    code: 'invalid_request',
    status: 409,
    when: 'the last active owner of an organisation would be removed or suspended, or would get another role',
    message:
      'This is the last active owner of your organisation. Nothing was changed. Make another person owner first.',
  },
} as const satisfies Readonly<Record<string, ErrorCase>>;
