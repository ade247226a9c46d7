import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { PersonStanding, StaffPerson, SuspendPerson } from '../../../contract/staff/person.ts';
import { COMMAND_REFUSALS, FOUND, READ_REFUSALS } from './responses.ts';

export const PEOPLE = {
  tags: ['People'],
  operationId: 'listPeopleAsStaff',
  summary: 'List people of clients, by e-mail address',
  querystring: z.strictObject({
    organisation_id: z.string().max(64).optional().describe('Only people of this organisation.'),
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Only people with this text in their e-mail address or name.'),
    ...Page,
  }),
  response: { 200: namedList('StaffPersonList', StaffPerson), ...FOUND, ...READ_REFUSALS },
};

const standing = {
  tags: ['People'],
  querystring: NoQuery,
  params: z.object({ person_id: z.string().describe('Id of the person.') }),
  body: SuspendPerson,
  response: { 200: PersonStanding, ...COMMAND_REFUSALS },
};

export const SUSPEND = {
  ...standing,
  operationId: 'suspendPersonAsStaff',
  summary: 'Suspend a person in an organisation',
  description:
    'It counts from their next request. All sessions of the person end, and the open invitations that they sent are withdrawn. The last owner can be suspended too.',
};

export const RESTORE = {
  ...standing,
  operationId: 'restorePersonAsStaff',
  summary: 'End the suspension of a person in an organisation',
};
