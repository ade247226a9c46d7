import { z } from 'zod';
import { ApprovalId } from '../../../contract/approvals/approval.ts';
import {
  isStorable,
  NamedId,
  NetworkId,
  NoQuery,
  namedList,
  Page,
  PurchaseId,
  STORABLE,
} from '../../../contract/common.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import { StaffAccount, StaffAccountDetail } from '../../../contract/staff/account.ts';
import { StaffApprovalResource } from '../../../contract/staff/approval.ts';
import { AccountIdField, staffList } from '../../../contract/staff/common.ts';
import {
  BATCH_FILTERS,
  StaffBatch,
  StaffContradiction,
  StaffFailingEndpoint,
  StaffLateConfirmation,
} from '../../../contract/staff/lists.ts';
import { StaffNetwork, StaffNetworkMinute } from '../../../contract/staff/network.ts';
import {
  StaffFailedPurchase,
  StaffSearch,
  StaffStuckList,
  StaffTrace,
} from '../../../contract/staff/purchase.ts';
import { FOUND, READ_REFUSALS as refusals } from './responses.ts';
import { WorstFirstPage } from './worst-first.ts';

const yesOrNo = (what: string) => z.enum(['true', 'false']).default('false').describe(what);
const ofNetwork = NamedId.optional().meta({ description: 'Only this network.', examples: ['net_mtn_ng'] });

/** What an operation that reads declares. */
function reads<Answer extends z.ZodType, Query extends z.ZodType>(
  tag: string,
  operationId: string,
  summary: string,
  answer: Answer,
  querystring: Query,
) {
  return { tags: [tag], operationId, summary, querystring, response: { 200: answer, ...refusals } };
}

export const SEARCH = reads(
  'Search',
  'searchAsStaff',
  'Find purchases, campaign rows and accounts',
  StaffSearch,
  z.strictObject({
    q: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({
        description:
          'A phone number (`+234…`, with `+` written as `%2B`), a reference, the id of a purchase or an account, or a part of the name of an account or its organisation.',
        examples: ['order-1001'],
      }),
  }),
);

export const STUCK = reads(
  'Purchases',
  'listStuckPurchases',
  'List purchases that are pending for too long, with their causes',
  StaffStuckList,
  z.strictObject({
    network_id: ofNetwork,
    account_id: NamedId.optional().describe('Only purchases of this account.'),
    cause: z
      .string()
      .max(64)
      .optional()
      .describe(
        'Only purchases with this cause. The counts are those of all causes that were examined for the page.',
      ),
    older_than_seconds: z
      .string()
      .regex(/^\d{1,6}$/)
      .default('60')
      .describe('Only purchases that are pending for longer than this.'),
    ...Page,
  }),
);

export const FAILED = reads(
  'Purchases',
  'listFailedPurchases',
  'List purchases that failed, newest failure first',
  namedList('StaffFailedPurchaseList', StaffFailedPurchase),
  z.strictObject({ network_id: ofNetwork, ...Page }),
);

const ofPurchase = z.object({ purchase_id: PurchaseId });
export const TRACE = {
  ...reads('Purchases', 'getPurchaseTrace', 'Get everything on record about a purchase', StaffTrace, NoQuery),
  params: ofPurchase,
  response: { 200: StaffTrace, ...FOUND, ...refusals },
};

export const LATE = reads(
  'Purchases',
  'listLateConfirmations',
  'List deliveries after the deadline, oldest first',
  namedList('StaffLateConfirmationList', StaffLateConfirmation),
  z.strictObject({ network_id: ofNetwork, all: yesOrNo('Whether decided ones are listed too.'), ...Page }),
);

export const CONTRADICTIONS = reads(
  'Purchases',
  'listContradictions',
  'List reports of gateways that contradict the books, oldest first',
  namedList('StaffContradictionList', StaffContradiction),
  z.strictObject({ network_id: ofNetwork, all: yesOrNo('Whether closed ones are listed too.'), ...Page }),
);

export const NETWORKS = reads(
  'Networks',
  'listNetworksAsStaff',
  'List the networks with their health, queues and our wallets',
  staffList('StaffNetworkList', StaffNetwork),
  NoQuery,
);

const Minutes = staffList('StaffNetworkMinuteList', StaffNetworkMinute);
export const NETWORK_CALLS = {
  ...reads(
    'Networks',
    'listNetworkMinutes',
    'List the calls of a network for an hour, a day or a week',
    Minutes,
    z.strictObject({
      range: z
        .enum(['hour', 'day', 'week'])
        .default('hour')
        .describe(
          'How far back: `hour` by minute, `day` (24 hours) by five minutes, `week` (7 days) by hour. Intervals without calls are left out.',
        ),
    }),
  ),
  params: z.object({ network_id: NetworkId }),
  response: { 200: Minutes, ...FOUND, ...refusals },
};

export const ACCOUNTS = reads(
  'Accounts',
  'listAccountsAsStaff',
  'List the accounts of all clients, by name',
  namedList('StaffAccountList', StaffAccount),
  z.strictObject({
    q: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('Only accounts with this text in their name or that of their organisation.'),
    ...Page,
  }),
);

export const ACCOUNT = {
  ...reads('Accounts', 'getAccountAsStaff', 'Get an account with its money', StaffAccountDetail, NoQuery),
  params: z.object({ account_id: AccountIdField }),
  response: { 200: StaffAccountDetail, ...FOUND, ...refusals },
};

export const FAILING = reads(
  'Accounts',
  'listFailingEndpoints',
  'List webhook endpoints that fail, those with the most failures first',
  namedList('StaffFailingEndpointList', StaffFailingEndpoint),
  WorstFirstPage,
);

const Batches = namedList('StaffBatchList', StaffBatch);
export const BATCHES = {
  ...reads(
    'Accounts',
    'listBatchesAsStaff',
    'List the campaigns of all accounts, newest first',
    Batches,
    z.strictObject({
      status: z
        .enum(BATCH_FILTERS)
        .default('open')
        .describe('Only campaigns with this status. `open` is running or paused, `all` is any.'),
      account_id: NamedId.optional().describe('Only campaigns of this account.'),
      search: z
        .string()
        .trim()
        .max(100)
        .refine(isStorable, { error: FIELD_RULES.storable })
        .optional()
        .meta({
          description:
            'Only campaigns that have this text in their reference or note, in upper or lower case.',
          pattern: STORABLE,
          examples: ['december'],
        }),
      ...Page,
    }),
  ),
  response: { 200: Batches, ...FOUND, ...refusals },
};

export const APPROVALS = reads(
  'Approvals',
  'listStaffApprovals',
  'List what the staff wants to do and others approve, newest first',
  namedList('StaffApprovalList', StaffApprovalResource),
  z.strictObject({ all: yesOrNo('Whether ended ones are listed too.'), ...Page }),
);

export const APPROVAL = {
  ...reads('Approvals', 'getStaffApproval', 'Get a staff approval', StaffApprovalResource, NoQuery),
  params: z.object({ approval_id: ApprovalId }),
  response: { 200: StaffApprovalResource, ...FOUND, ...refusals },
};
