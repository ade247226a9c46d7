import { NoQuery } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import {
  AllowedBundles,
  Blocklist,
  BlocklistLookup,
  ChangedBlocklist,
  CreateBlocklistLookup,
  ReplaceAllowedBundles,
  ReplaceSpendingLimits,
  SpendingLimits,
  UpdateBlocklist,
} from '../../../contract/rules/rules.ts';

const common = { tags: ['Settings'], querystring: NoQuery };
const refusals = { 400: ErrorBody, 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

export const GET_BUNDLES = {
  ...common,
  operationId: 'getAllowedBundles',
  summary: 'Get the allowed bundles',
  description: 'The only bundles that your account buys, or null if it buys every bundle that is sold to it.',
  response: { 200: AllowedBundles, ...refusals },
};

export const PUT_BUNDLES = {
  ...common,
  operationId: 'replaceAllowedBundles',
  summary: 'Replace the allowed bundles',
  description: `Sets the only bundles that your account buys, for single purchases and campaigns. The change takes effect immediately. A purchase of another bundle is rejected with 422 \`bundle_not_allowed\`. A row of a campaign gets the error \`bundle_not_allowed\`.

A list with a bundle that is not sold to your account is rejected with 422 \`bundle_unavailable\`, and nothing changes.`,
  body: ReplaceAllowedBundles,
  response: { 200: AllowedBundles, 422: ErrorBody, ...refusals },
};

export const GET_LIMITS = {
  ...common,
  operationId: 'getSpendingLimits',
  summary: 'Get the spending limits',
  description:
    'The most that one campaign, one day and one month may spend, and what counts against them now.',
  response: { 200: SpendingLimits, ...refusals },
};

export const PUT_LIMITS = {
  ...common,
  operationId: 'replaceSpendingLimits',
  summary: 'Replace the spending limits',
  description: `Sets the most that one campaign, one day and one month may spend, for single purchases and campaigns together. Days and months are in UTC, as in statements. The change takes effect immediately.

A purchase that would exceed a limit is rejected with 422 \`spending_limit\`. A campaign whose cost is above \`per_campaign\` is not started. A campaign that runs pauses with \`spending_limit\` before a row would exceed a limit. It resumes by itself when the day or month ends, or when you raise the limit.`,
  body: ReplaceSpendingLimits,
  response: { 200: SpendingLimits, ...refusals },
};

export const GET_BLOCKLIST = {
  ...common,
  operationId: 'getBlocklist',
  summary: 'Get the blocklist',
  description:
    'How many numbers your account has blocked, and when. Their hashes are stored, not the numbers.',
  response: { 200: Blocklist, ...refusals },
};

const storing = { 200: ChangedBlocklist, 413: ErrorBody, 503: ErrorBody, ...refusals };

export const PUT_NUMBERS = {
  ...common,
  operationId: 'addBlockedNumbers',
  summary: 'Block numbers',
  description: `Adds numbers to the blocklist; the others stay on it. The change takes effect immediately, also for campaigns that run. A purchase for a blocked number is rejected with 422 \`number_blocked\`. A row of a campaign gets the error \`number_blocked\`.

Only hashes of the numbers with a secret key are stored.`,
  body: UpdateBlocklist,
  response: storing,
};

export const DELETE_NUMBERS = {
  ...common,
  operationId: 'removeBlockedNumbers',
  summary: 'Unblock numbers',
  description: 'Removes numbers from the blocklist. Numbers that are not on it are ignored.',
  body: UpdateBlocklist,
  response: storing,
};

export const LOOKUP = {
  ...common,
  operationId: 'lookUpBlockedNumber',
  summary: 'Look up a blocked number',
  description: 'Returns whether your account has blocked a number.',
  body: CreateBlocklistLookup,
  response: { 200: BlocklistLookup, 503: ErrorBody, ...refusals },
};
