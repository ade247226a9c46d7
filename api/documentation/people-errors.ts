import { PERSON } from '../../contract/examples/people.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import { example } from './error-example.ts';

const RIGHT = 'batches:start';
const EXCEEDS = example('person_exceeds_rights', { right: RIGHT }, { details: { required_right: RIGHT } });
const LACKING = example(
  'right_missing',
  { right: 'people:manage' },
  { details: { required_right: 'people:manage' } },
);
const ROLE = example('field_invalid', { field: 'role', rule: FIELD_RULES.role }, { param: 'role' });
const LAST_OWNER = example('last_owner', {});
const TAKEN = example('role_name_taken', {});
const BUILT_IN = example('role_built_in', {});
const RIGHTS = example(
  'field_invalid',
  { field: 'rights', rule: FIELD_RULES.role_rights },
  { param: 'rights' },
);
const NONE = example('organisation_missing', {});

/** Errors of the organisation and its people, by operation and status. */
export const PEOPLE_ERRORS = {
  getOrganisation: { 404: [NONE] },
  updateOrganisation: {
    400: [
      example('field_invalid', { field: 'name', rule: FIELD_RULES.organisation_name }, { param: 'name' }),
    ],
    403: [LACKING],
    404: [NONE],
  },
  createRole: {
    400: [RIGHTS],
    403: [EXCEEDS, LACKING],
    404: [NONE],
    409: [TAKEN, example('roles_exceeded', { max: 100 })],
  },
  updateRole: { 400: [RIGHTS], 403: [EXCEEDS, LACKING], 409: [TAKEN, BUILT_IN] },
  deleteRole: {
    403: [EXCEEDS, LACKING],
    409: [example('role_in_use', {}, { details: { person_ids: [PERSON.id], invitation_ids: [] } }), BUILT_IN],
  },
  createInvitation: {
    400: [example('field_invalid', { field: 'email', rule: FIELD_RULES.email }, { param: 'email' }), ROLE],
    403: [EXCEEDS, LACKING],
    404: [NONE],
    409: [
      example('invitation_open', {}),
      example('invitation_of_member', {}),
      example('invitations_exceeded', { max: 100 }),
    ],
  },
  withdrawInvitation: { 403: [EXCEEDS, LACKING], 409: [example('invitation_over', {})] },
  endSession: { 403: [EXCEEDS, LACKING] },
  updatePerson: { 400: [ROLE], 403: [EXCEEDS, LACKING], 409: [LAST_OWNER] },
  removePerson: { 403: [EXCEEDS, LACKING], 409: [LAST_OWNER] },
};
