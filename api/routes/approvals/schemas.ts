import { z } from 'zod';
import {
  ApprovalId,
  ApprovalResource,
  DecideApproval,
  EndApproval,
} from '../../../contract/approvals/approval.ts';
import { ApprovalRules, ReplaceApprovalRules } from '../../../contract/approvals/rules.ts';
import { NamedId, NoQuery, namedList, Page } from '../../../contract/common.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { APPROVAL_STATUSES } from '../../../domain/approvals/approval.ts';

const tags = ['Approvals'];
const refusals = { 400: ErrorBody, 401: ErrorBody, 403: ErrorBody, 429: ErrorBody, 500: ErrorBody };
const one = { tags, querystring: NoQuery, params: z.object({ approval_id: ApprovalId }) };
const decided = { 200: ApprovalResource, 404: ErrorBody, 409: ErrorBody, ...refusals };

const ListQuery = z.strictObject({
  status: z.enum(APPROVAL_STATUSES).optional().describe('Only approvals with this status.'),
  batch_id: NamedId.optional().meta({
    description: 'Only approvals of this batch.',
    examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'],
  }),
  ...Page,
});
export type ListQuery = z.output<typeof ListQuery>;

export const LIST = {
  tags,
  querystring: ListQuery,
  operationId: 'listApprovals',
  summary: 'List approvals',
  description: 'Newest first. `status=requested` lists what waits for approval.',
  response: { 200: namedList('ApprovalList', ApprovalResource), ...refusals },
};

export const GET = {
  ...one,
  operationId: 'getApproval',
  summary: 'Get an approval',
  description: 'Returns what is to be approved, who prepared and requested it, and all decisions so far.',
  response: { 200: ApprovalResource, 404: ErrorBody, ...refusals },
};

export const APPROVE = {
  ...one,
  operationId: 'approveApproval',
  summary: 'Approve a request',
  description:
    'Approves exactly the `terms` of the request. When as many different persons or keys as `steps_required` have approved, the batch can be started with the same request as before. Who prepared the batch, or set its schedule or a higher cost with the request, cannot approve it: the answer is 403. Needs the right `approvals:decide`, which keys have only if it is named in their scopes. If you approve twice, it counts once.',
  body: DecideApproval.nullish(),
  response: decided,
};

export const REJECT = {
  ...one,
  operationId: 'rejectApproval',
  summary: 'Reject a request',
  description:
    'Ends the request, permanently. The batch stays as it is. To ask again, start it again. One rejection is enough, also if others have approved.',
  body: EndApproval,
  response: decided,
};

export const WITHDRAW = {
  ...one,
  operationId: 'withdrawApproval',
  summary: 'Withdraw a request',
  description:
    'Ends a request that you made, also if it is approved and not used yet. You can withdraw your own request without the right `batches:start`.',
  body: EndApproval,
  response: decided,
};

const settings = { tags: ['Settings'], querystring: NoQuery };

export const GET_RULES = {
  ...settings,
  operationId: 'getApprovalRules',
  summary: 'Get the rules for approvals',
  description: 'From which amounts campaigns need approval.',
  response: { 200: ApprovalRules, ...refusals },
};

export const PUT_RULES = {
  ...settings,
  operationId: 'replaceApprovalRules',
  summary: 'Replace the rules for approvals',
  description: `Sets from which amounts campaigns need approval. The rules count for every start, schedule and resume from now on, also if its approval was requested or given before. A campaign that runs, or is scheduled, continues as it was started.

Needs the right \`approvals:rules\`, which keys have only if it is named in their scopes: otherwise a key that starts campaigns could end the rule first.`,
  body: ReplaceApprovalRules,
  response: { 200: ApprovalRules, ...refusals },
};
