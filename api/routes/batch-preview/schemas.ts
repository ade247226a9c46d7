import { z } from 'zod';
import { BatchPreviewResource } from '../../../contract/batches/batch-preview.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { UPLOAD } from '../batch-schemas.ts';

const PreviewQuery = z.strictObject({
  sheet: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({
      description: 'The sheet of the workbook to look at. Leave it out if only one sheet has phone numbers.',
      examples: ['December'],
    }),
});

export const PREVIEW = {
  operationId: 'previewBatch',
  summary: 'Look at a file before its upload',
  description:
    'Shows the sheets and columns of a file, what an upload would read each column as, and some values. Nothing is stored, checked or bought. With this, a person can choose the sheet and map the columns. In a form, send the mapping in `columns`, as in an upload. Of the file, only the first 50 rows are looked at, but all of it is read, so problems with its format are found too.',
  tags: ['Batches'],
  'x-request-body': UPLOAD['x-request-body'],
  querystring: PreviewQuery,
  response: {
    200: BatchPreviewResource,
    400: ErrorBody,
    401: ErrorBody,
    408: ErrorBody,
    413: ErrorBody,
    415: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
