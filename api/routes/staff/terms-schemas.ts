import { z } from 'zod';
import { ApprovalRules } from '../../../contract/approvals/rules.ts';
import { NoQuery } from '../../../contract/common.ts';
import { StaffBundleList } from '../../../contract/staff/bundle.ts';
import { AccountIdField, staffList } from '../../../contract/staff/common.ts';
import { ChangeApprovalRules, ChangePrices, StaffPrice } from '../../../contract/staff/terms.ts';
import { COMMAND_REFUSALS, FOUND, READ_REFUSALS } from './responses.ts';

const Prices = staffList('StaffPriceList', StaffPrice);
const ofAccount = {
  tags: ['Accounts'],
  querystring: NoQuery,
  params: z.object({ account_id: AccountIdField }),
};

export const PRICES = {
  ...ofAccount,
  operationId: 'listAccountPrices',
  summary: 'List what an account may buy, with its prices',
  response: { 200: Prices, ...FOUND, ...READ_REFUSALS },
};

export const BUNDLES = {
  tags: ['Accounts'],
  operationId: 'listBundlesAsStaff',
  summary: 'List all bundles, by network and size',
  querystring: NoQuery,
  response: { 200: StaffBundleList, ...READ_REFUSALS },
};

export const SET_PRICES = {
  ...ofAccount,
  operationId: 'changeAccountPrices',
  summary: 'Change prices of an account',
  description:
    'A new price counts for purchases that are accepted from now on. Depending on the rules, another person must approve it first: approve the request, then send this again unchanged.',
  body: ChangePrices,
  response: { 200: Prices, ...COMMAND_REFUSALS },
};

export const APPROVAL_RULES = {
  ...ofAccount,
  operationId: 'getAccountApprovalRules',
  summary: 'Get from which amounts campaigns of an account need approval',
  response: { 200: ApprovalRules, ...FOUND, ...READ_REFUSALS },
};

export const SET_APPROVAL_RULES = {
  ...ofAccount,
  operationId: 'changeAccountApprovalRules',
  summary: 'Set from which amounts campaigns of an account need approval',
  description:
    'The rule counts for every start, schedule and resume from now on. Depending on the rules for the staff, another person must approve it first: approve the request, then send this again unchanged.',
  body: ChangeApprovalRules,
  response: { 200: ApprovalRules, ...COMMAND_REFUSALS },
};
