import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import {
  CreateRole,
  DeletedRole,
  RoleIdField,
  RoleResource,
  UpdateRole,
} from '../../../contract/people/role.ts';

/** What the document says about roles. */

const common = { tags: ['People'], querystring: NoQuery };
const one = { ...common, params: z.object({ role_id: RoleIdField }) };
const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const LIMITS =
  'You can only give a role rights that you have. A key cannot give rights that spend or approve.';

export const LIST_ROLES = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listRoles',
  summary: 'List roles',
  description:
    'All roles that people can have, with their rights: the built-in ones, then those that your organisation composed.',
  response: { 200: namedList('RoleList', RoleResource), ...refusals },
};

export const GET_ROLE = {
  ...one,
  operationId: 'getRole',
  summary: 'Get a role',
  description: 'Returns a built-in role, or one that your organisation composed.',
  response: { 200: RoleResource, 404: ErrorBody, ...refusals },
};

export const CREATE_ROLE = {
  ...common,
  operationId: 'createRole',
  summary: 'Create a role',
  description: `Composes a role of rights. Give its \`id\` to people and invitations as \`role\`. ${LIMITS} An organisation can have 100 custom roles.`,
  body: CreateRole,
  response: { 201: RoleResource, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const UPDATE_ROLE = {
  ...one,
  operationId: 'updateRole',
  summary: 'Change a role',
  description: `Renames a role, or replaces its rights. It counts from the next request of everyone who has the role. If the role loses a right, the open invitations that these people sent are withdrawn.

You can only change a role if you have all of its rights. ${LIMITS} Built-in roles cannot be changed.`,
  body: UpdateRole,
  response: { 200: RoleResource, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const DELETE_ROLE = {
  ...one,
  operationId: 'deleteRole',
  summary: 'Delete a role',
  description:
    'Deletes a role that no person and no open invitation has. You can only delete a role if you have all of its rights. Built-in roles cannot be deleted.',
  response: { 200: DeletedRole, 404: ErrorBody, 409: ErrorBody, ...refusals },
};
