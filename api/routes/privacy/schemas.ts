import { z } from 'zod';
import { NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { CreateErasure, ErasureIdField, ErasureResource } from '../../../contract/privacy/erasure.ts';
import { CreateNumberExport, NumberExportResource } from '../../../contract/privacy/number-export.ts';

/** What the document says about the rights of the person who has a phone number. */

const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const common = { tags: ['Privacy'] };
const NAMED = 'A key has this right only if its scopes name it.';

export const ERASE = {
  ...common,
  operationId: 'createErasure',
  summary: 'Erase a number',
  description: `Erases a phone number from the records of your account: purchases, statement lines, events, callbacks and rows of campaigns. In its place stands a keyed hash, \`pseudonym\`. Amounts, statements and their seals stay as they are. It cannot be undone. Needs the right \`privacy:manage\`. ${NAMED}

A new erasure returns 201 and starts within seconds. It runs until nothing is left of the number: \`waits_for\` names what must end first, such as a campaign. While it runs, the same request returns 200 with the same erasure.

If the outcome of a purchase for the number is still open, the answer is 409, and \`details.until\` is when to send the request again. Erasures and exports count as number lookups, which are limited to a tenth of your request rate.`,
  querystring: NoQuery,
  body: CreateErasure,
  response: { 200: ErasureResource, 201: ErasureResource, 409: ErrorBody, 503: ErrorBody, ...refusals },
};

export const LIST = {
  ...common,
  operationId: 'listErasures',
  summary: 'List erasures',
  description: 'Newest first. They do not contain the numbers.',
  querystring: z.strictObject(Page),
  response: { 200: namedList('ErasureList', ErasureResource), ...refusals },
};

export const GET = {
  ...common,
  operationId: 'getErasure',
  summary: 'Get an erasure',
  description:
    'Returns one erasure: whether it is completed, and what it waits for. It does not contain the number.',
  params: z.object({ erasure_id: ErasureIdField }),
  querystring: NoQuery,
  response: { 200: ErasureResource, 404: ErrorBody, ...refusals },
};

export const EXPORT = {
  ...common,
  operationId: 'createNumberExport',
  summary: 'Export the records about a number',
  description: `Returns what the records of your account hold about a phone number, for a person who asks for it. An erased number has no records. The audit log shows that it was exported, without the number. Needs the rights \`privacy:export\` and \`numbers:read\`. ${NAMED}

Nothing is stored. It searches all your campaigns, so it can take some seconds. Erasures and exports count as number lookups, which are limited to a tenth of your request rate.`,
  querystring: NoQuery,
  body: CreateNumberExport,
  response: { 200: NumberExportResource, 503: ErrorBody, ...refusals },
};
