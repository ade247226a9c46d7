import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { OrganisationResource, UpdateOrganisation } from '../../../contract/people/organisation.ts';
import {
  PersonIdField,
  PersonResource,
  RemovedPerson,
  UpdatePerson,
} from '../../../contract/people/person.ts';

/** What the document says about the operations of an organisation and its people. */

const common = { tags: ['People'], querystring: NoQuery };
const one = { ...common, params: z.object({ person_id: PersonIdField }) };
const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const NAMED = 'A key has this right only if its scopes name it.';

export const GET_ORGANISATION = {
  ...common,
  operationId: 'getOrganisation',
  summary: 'Get your organisation',
  description: `Returns the organisation that your account belongs to. Needs the right \`people:read\`. ${NAMED}`,
  response: { 200: OrganisationResource, 404: ErrorBody, ...refusals },
};

export const UPDATE_ORGANISATION = {
  ...common,
  operationId: 'updateOrganisation',
  summary: 'Rename your organisation',
  description: `Needs the right \`people:manage\`. ${NAMED}`,
  body: UpdateOrganisation,
  response: { 200: OrganisationResource, 404: ErrorBody, ...refusals },
};

export const LIST_PEOPLE = {
  ...common,
  querystring: z.strictObject(Page),
  operationId: 'listPeople',
  summary: 'List people',
  description: 'The people of your organisation. The list is empty if your account belongs to none.',
  response: { 200: namedList('PersonList', PersonResource), ...refusals },
};

export const GET_PERSON = {
  ...one,
  operationId: 'getPerson',
  summary: 'Get a person',
  description: 'Returns a person of your organisation, with the role.',
  response: { 200: PersonResource, 404: ErrorBody, ...refusals },
};

export const UPDATE_PERSON = {
  ...one,
  operationId: 'updatePerson',
  summary: 'Change a person',
  description: `Changes the role, or suspends the person. It counts from the next request in each session of the person. Suspending also signs the person out everywhere.

You need every right of a role to give it, or to change a person who has it. A key cannot manage roles that can spend or approve. An organisation always keeps one active owner.`,
  body: UpdatePerson,
  response: { 200: PersonResource, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const REMOVE_PERSON = {
  ...one,
  operationId: 'removePerson',
  summary: 'Remove a person',
  description:
    'Takes the person out of your organisation, and signs the person out everywhere. You can only remove a person if you have all of their rights. What they did stays in the audit log.',
  response: { 200: RemovedPerson, 404: ErrorBody, 409: ErrorBody, ...refusals },
};
