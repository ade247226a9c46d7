import { ApprovalResource } from '../../../contract/approvals/approval.ts';
import { RequestBatchStart, ScheduleBatch } from '../../../contract/batches/batch-orders.ts';
import { command, startCommand } from '../batch-schemas.ts';

export const SCHEDULE = {
  ...startCommand,
  operationId: 'scheduleBatch',
  summary: 'Schedule a batch',
  description:
    'Starts a `ready` batch at a time instead of now. If the batch is scheduled already, its start is moved. Until `start_at` its `stage` is `scheduled` and nothing is bought. `approved_cost`, `file_sha256` and `first` are the same as for `start`, and belong to the schedule: if you leave them out when you move the start, they stay. A time in the past is rejected with 400.',
  body: ScheduleBatch,
};

export const START_NOW = {
  ...command,
  operationId: 'startBatchNow',
  summary: 'Start a scheduled batch now',
  description:
    'Starts a batch whose `stage` is `scheduled`, before its time. What you agreed to when you scheduled it stays.',
};

export const UNSCHEDULE = {
  ...command,
  operationId: 'unscheduleBatch',
  summary: 'Remove the schedule of a batch',
  description:
    'A batch whose `stage` is `scheduled` becomes `ready` again, and waits for `start`. `not_before` and `approved_cost` become null. The batch keeps its rows.',
};

export const REQUEST_START = {
  ...startCommand,
  operationId: 'requestBatchStart',
  summary: 'Ask for the start of a batch',
  description:
    'Asks others to approve that a `ready` batch starts as you say, and spends no more than `approved_cost`. It is for those who prepare batches and may not start them, and also works if no rule wants an approval: then one approval is needed. Nothing is started. You cannot approve what you asked for. After the approval, someone with the right `batches:start` sends `start`, or `schedule` if you sent `start_at`, with the `terms` of the approval.\n\nIf the same was asked for before and still counts, the answer is 200 with that approval. If you ask for something else, the earlier request ends as `voided`.',
  body: RequestBatchStart,
  response: { ...startCommand.response, 200: ApprovalResource, 201: ApprovalResource },
};
