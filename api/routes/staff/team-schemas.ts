import { z } from 'zod';
import { NoQuery } from '../../../contract/common.ts';
import { StaffReason } from '../../../contract/staff/commands.ts';
import { staffList } from '../../../contract/staff/common.ts';
import { InvitedStaff, InviteStaff, RemovedStaff, StaffMember } from '../../../contract/staff/team.ts';
import { COMMAND_REFUSALS, READ_REFUSALS } from './responses.ts';

export const TEAM = {
  tags: ['Staff'],
  operationId: 'listStaff',
  summary: 'List the staff members, by e-mail address',
  querystring: NoQuery,
  response: { 200: staffList('StaffMemberList', StaffMember), ...READ_REFUSALS },
};

export const INVITE = {
  tags: ['Staff'],
  operationId: 'inviteStaff',
  summary: 'Add a person to the staff, or change their role',
  description:
    'A changed role counts from their next request. You cannot change your own role, nor add someone who has a role in the organisation of a client.',
  querystring: NoQuery,
  body: InviteStaff,
  response: { 200: InvitedStaff, ...COMMAND_REFUSALS },
};

export const REMOVE = {
  tags: ['Staff'],
  operationId: 'removeStaff',
  summary: 'Take a person out of the staff, and sign them out everywhere',
  querystring: NoQuery,
  params: z.object({ person_id: z.string().describe('Id of the person.') }),
  body: StaffReason,
  response: { 200: RemovedStaff, ...COMMAND_REFUSALS },
};
