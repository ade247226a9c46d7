import { z } from 'zod';
import { ApprovalId } from '../../../contract/approvals/approval.ts';
import { NamedId, NetworkId, NoQuery, PurchaseId } from '../../../contract/common.ts';
import { StaffApprovalResource } from '../../../contract/staff/approval.ts';
import {
  BookEntry,
  BookedEntry,
  ClosedContradictions,
  ControlBatch,
  ControlledBatch,
  DecideLateConfirmation,
  LateDecision,
  LateRecordingResult,
  OverrideNetwork,
  RecordLateConfirmation,
  RequeryPurchases,
  RequeryResult,
  ResolutionResult,
  ResolvePurchase,
  ResolvePurchases,
  StaffReason,
} from '../../../contract/staff/commands.ts';
import { AccountIdField, staffList } from '../../../contract/staff/common.ts';
import { StaffNetwork } from '../../../contract/staff/network.ts';
import { COMMAND_REFUSALS as refusals } from './responses.ts';

const ofPurchase = z.object({ purchase_id: PurchaseId });
const ofApproval = z.object({ approval_id: ApprovalId });
const RequeryList = staffList('StaffRequeryList', RequeryResult);
const ResolutionList = staffList('StaffResolutionList', ResolutionResult);

export const REQUERY = {
  tags: ['Purchases'],
  operationId: 'requeryPurchases',
  summary: 'Ask the gateways for the outcomes of purchases',
  description: 'A final answer is booked. Scheduled inquiries still take place.',
  querystring: NoQuery,
  body: RequeryPurchases,
  response: { 200: RequeryList, ...refusals },
};

export const RESOLVE = {
  tags: ['Purchases'],
  operationId: 'resolvePurchase',
  summary: 'Settle a pending purchase with the outcome that the network confirmed to you',
  description:
    'Depending on the rules, another person must approve it first: approve the request, then send this again unchanged. After `resolve_by`, `delivered` becomes a late confirmation.',
  querystring: NoQuery,
  params: ofPurchase,
  body: ResolvePurchase,
  response: { 200: ResolutionResult, ...refusals },
};

export const RESOLVE_SEVERAL = {
  tags: ['Purchases'],
  operationId: 'resolvePurchases',
  summary: 'Settle several pending purchases with the same outcome',
  description:
    'As for one purchase, and each by itself: some may be settled while others are refused or wait for an approval. Each approval is about one purchase. If an id is unknown, nothing is done.',
  querystring: NoQuery,
  body: ResolvePurchases,
  response: { 200: ResolutionList, ...refusals },
};

export const RECORD_LATE = {
  tags: ['Purchases'],
  operationId: 'recordLateConfirmation',
  summary: 'Record a delivery that the network proved after the purchase had failed',
  description:
    'Records what a late confirmation by the gateway records, with your evidence. It moves no money, so no one else must approve it. Decide afterwards who pays. A repeated request changes nothing.',
  querystring: NoQuery,
  params: ofPurchase,
  body: RecordLateConfirmation,
  response: { 200: LateRecordingResult, ...refusals },
};

export const DECIDE_LATE = {
  tags: ['Purchases'],
  operationId: 'decideLateConfirmation',
  summary: 'Decide who pays for a delivery after the deadline',
  description: 'Permanent. An agreed charge may need the approval of another person.',
  querystring: NoQuery,
  params: ofPurchase,
  body: DecideLateConfirmation,
  response: { 200: LateDecision, ...refusals },
};

export const CLOSE_CONTRADICTIONS = {
  tags: ['Purchases'],
  operationId: 'closeContradictions',
  summary: 'Close the contradictions of a purchase',
  description: 'Books nothing. The reason says what you found out.',
  querystring: NoQuery,
  params: ofPurchase,
  body: StaffReason,
  response: { 200: ClosedContradictions, ...refusals },
};

export const BOOK = {
  tags: ['Accounts'],
  operationId: 'bookEntry',
  summary: 'Book funding or a correction',
  description:
    'A statement line cannot be removed. Depending on the rules, another person must approve it first: approve the request, then send this again unchanged.',
  querystring: NoQuery,
  params: z.object({ account_id: AccountIdField }),
  body: BookEntry,
  response: { 200: BookedEntry, ...refusals },
};

export const CONTROL = {
  tags: ['Accounts'],
  operationId: 'controlBatch',
  summary: "Pause, resume or cancel a client's campaign",
  querystring: NoQuery,
  params: z.object({ batch_id: NamedId }),
  body: ControlBatch,
  response: { 200: ControlledBatch, ...refusals },
};

const ofNetwork = {
  tags: ['Networks'],
  querystring: NoQuery,
  params: z.object({ network_id: NetworkId }),
  response: { 200: StaffNetwork, ...refusals },
};

export const OVERRIDE = {
  ...ofNetwork,
  operationId: 'overrideNetwork',
  summary: 'Set the status of a network instead of the measured one',
  description:
    'While a network is `unavailable`, new purchases are rejected with 503. Accepted purchases continue.',
  body: OverrideNetwork,
};

export const CLEAR_OVERRIDE = {
  ...ofNetwork,
  operationId: 'clearNetworkOverride',
  summary: 'End an override: the measured status applies again within seconds',
  body: StaffReason,
};

const decision = (operationId: string, summary: string) => ({
  tags: ['Approvals'],
  operationId,
  summary,
  querystring: NoQuery,
  params: ofApproval,
  body: StaffReason,
  response: { 200: StaffApprovalResource, ...refusals },
});

export const APPROVE = decision('approveStaffApproval', 'Approve exactly what another person requested');
export const REJECT = decision('rejectStaffApproval', 'End what another person requested');
export const WITHDRAW = decision('withdrawStaffApproval', 'End what you requested');
