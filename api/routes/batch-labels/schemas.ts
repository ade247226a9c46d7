import { z } from 'zod';
import { BatchId } from '../../../contract/batches/batch.ts';
import { UpdateBatch } from '../../../contract/batches/batch-labels.ts';
import { command } from '../batch-schemas.ts';

export const BatchParams = z.object({ batch_id: BatchId });

export const UPDATE = {
  ...command,
  operationId: 'updateBatch',
  summary: 'Change the note or cost centre of a batch, or archive it',
  description:
    'Changes what people keep with a batch: a note, its cost centre, and whether it is archived. This changes nothing that is bought. `GET /v1/batches?archived=false` lists the batches that are not archived. The audit log records the change, without the texts.',
  body: UpdateBatch,
};
