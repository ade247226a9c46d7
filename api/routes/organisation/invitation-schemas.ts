import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import {
  CreateInvitation,
  InvitationIdField,
  InvitationResource,
  WithdrawnInvitation,
} from '../../../contract/people/invitation.ts';

/** What the document says about invitations. */

const common = { tags: ['People'], querystring: NoQuery };
const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };

export const CREATE_INVITATION = {
  ...common,
  operationId: 'createInvitation',
  summary: 'Invite a person',
  description: `Sends an e-mail with a link to this address. The link works once, within 24 hours, and makes the person a member with this role. The person is in the list of people from then on.

You can only give a role if you have all of its rights. A key cannot give a role that can spend or approve. An organisation can send 100 invitations within 24 hours.`,
  body: CreateInvitation,
  response: { 201: InvitationResource, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const LIST_INVITATIONS = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listInvitations',
  summary: 'List invitations',
  description:
    'The invitations of your organisation, newest first, with their states. The list is empty if your account belongs to none.',
  response: { 200: namedList('InvitationList', InvitationResource), ...refusals },
};

export const WITHDRAW_INVITATION = {
  ...common,
  params: z.object({ invitation_id: InvitationIdField }),
  operationId: 'withdrawInvitation',
  summary: 'Withdraw an invitation',
  description:
    'The link in the mail no longer works. You can only withdraw an invitation to a role if you have all of its rights.',
  response: { 200: WithdrawnInvitation, 404: ErrorBody, 409: ErrorBody, ...refusals },
};
