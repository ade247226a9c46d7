import type { Readable } from 'node:stream';
import { z } from 'zod';
import { BatchId, BatchResource } from '../../contract/batches/batch.ts';
import { ResumeBatch, StartBatch } from '../../contract/batches/batch-orders.ts';
import { BatchRowResource } from '../../contract/batches/batch-row.ts';
import { NamedId, NoQuery, namedList, Page } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { UPLOADED_FILE } from '../../contract/examples/batches.ts';
import { BATCH_ROW_STATES } from '../../domain/batch/rows/row.ts';
import { WORKBOOK_TYPES } from '../../services/batches/workbook/workbook.ts';
import { XLSX_TYPE } from '../../services/sheets/write-workbook.ts';
import { FileQuery } from './files/file-form.ts';
import { UploadQuery } from './upload-query.ts';

const RowsQuery = z
  .strictObject({
    state: z.enum(BATCH_ROW_STATES).optional().describe('Only rows in this state.'),
    reason: NamedId.optional().meta({
      description:
        'Only rows with this reason: the `code` of an error of the row, or the `failure.code` of its purchase. `canceled`: rows that a cancelled batch left.',
      examples: ['number_barred'],
    }),
    network_id: NamedId.optional().meta({
      description: 'Only rows of this network.',
      examples: ['net_mtn_ng'],
    }),
    bundle_id: NamedId.optional().meta({
      description: 'Only rows with this bundle.',
      examples: ['bnd_mtn_ng_1gb_30d'],
    }),
    phone_number: NamedId.optional()
      // An address that does not encode the + has a space in its place.
      .transform((text) => text?.replace(/^ (?=[0-9])/, '+').trim())
      .meta({
        description:
          'Only rows for this phone number, in E.164 as it is bought for. Write `+` as `%2B`. A number that cannot be read is found as it is in the file.',
        examples: ['+2348031234567'],
      }),
    only: z.enum(['unbought']).optional().meta({
      description:
        'Only rows that were not bought and never will be. In the CSV file, their `reference` is empty, so that you can correct the file and upload it again.',
    }),
    include: z.enum(['network_timeout']).optional().meta({
      description:
        'Adds rows that ended in `network_timeout` to the unbought rows. They may have been delivered. Implies `only=unbought`.',
    }),
    ...FileQuery,
    ...Page,
  })
  // `include` adds to the unbought rows, so it implies `only`.
  .transform((query) => (query.include === undefined ? query : { ...query, only: 'unbought' as const }));
export type RowsQuery = z.output<typeof RowsQuery>;

const params = z.object({ batch_id: BatchId });
const tags = ['Batches'];
const refusals = { 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

export const UPLOAD = {
  operationId: 'createBatch',
  summary: 'Upload a batch',
  description: `Uploads a table of up to 1,000,000 rows, as the body or in a form. The file is a workbook (.xlsx or .ods), or CSV in UTF-8, UTF-16, Windows-1252 or Mac Roman. Its format is detected from its bytes, not from its content type. Every row is checked, and the cost is known, before anything is bought.

**Columns.** \`phone_number\` and \`bundle_id\` are required. Instead of \`bundle_id\`, \`data_mb\` and \`validity_hours\` can choose the bundle. \`reference\`, \`network_id\` and \`metadata.<key>\` are optional. Common names of these columns in six languages are recognised, such as \`MSISDN\`; \`notices\` lists what was recognised. If a column has another name in your file, map it in the query, for example \`column.phone_number=MSISDN\` or \`column.metadata.<key>=NAME\`. If no column is to be read as \`bundle_id\`, although its name says so, send \`column.bundle_id=\` with an empty name; the column is then your own. You can also map columns in the form field \`columns\`, which takes precedence. A file with any other column is rejected. With \`on_unknown_columns=keep\`, such a column is your own, and the results contain it.

**Sheets.** If several sheets of a workbook could be the campaign, the file is rejected with the code \`several_sheets\`, and \`sheets\` lists them. Upload it again with \`sheet=NAME\`. For a formula, the result that was saved in the file is read.

**Repeats.** If you send the same file and \`sheet\` with the same \`reference\` and the same parameters again, the answer is 200 with the batch as it is now, and the header \`Svc-Idempotent-Replay: true\`. Another file, sheet or parameter with that \`reference\` returns 409. \`not_before\` and \`send_between\` are not compared, nor is \`repair\` if the first upload sent \`propose\`: you can change these later.

**Unusable files.** A file that cannot be used returns 201 with status \`rejected\`, which is final. Check \`status\` before you poll. \`rejection\` has the reason, and you can use the \`reference\` again.

An account can have four uploads at the same time. One more is rejected with 429.`,
  tags,
  'x-request-body': {
    description: 'The file, as the body or in a form; at most 200 MiB.',
    content: {
      // First, for generators that take the first of several types and cannot send a bare file.
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            columns: {
              type: 'string',
              description:
                'Optional; send it before `file`. A JSON object: its keys are columns of the API, and its values are their names in your file.',
              examples: ['{"phone_number":"MSISDN","metadata.customer":"Client"}'],
            },
            file: { type: 'string', format: 'binary', description: 'The file: CSV, .xlsx or .ods.' },
          },
          required: ['file'],
          additionalProperties: false,
        },
        example: { file: UPLOADED_FILE },
      },
      'text/csv': { schema: { type: 'string' }, example: UPLOADED_FILE },
      ...Object.fromEntries(
        WORKBOOK_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    },
  },
  querystring: UploadQuery,
  response: {
    200: BatchResource,
    201: BatchResource,
    400: ErrorBody,
    408: ErrorBody,
    409: ErrorBody,
    413: ErrorBody,
    415: ErrorBody,
    503: ErrorBody,
    ...refusals,
  },
};

export const GET = {
  operationId: 'getBatch',
  summary: 'Get a batch',
  description:
    'Returns the batch as it is now, with its counts and cost. Poll it every few seconds while it runs.',
  tags,
  params,
  querystring: NoQuery,
  response: { 200: BatchResource, 400: ErrorBody, 404: ErrorBody, ...refusals },
};

export const ROWS = {
  operationId: 'listBatchRows',
  summary: 'List the rows of a batch',
  description: `In the order of the file, with the result of each row.

With \`Accept: text/csv\`, returns the whole file. The columns of your file come first, then the columns with results, which an upload ignores. Cells that a spreadsheet would run as a formula start with an apostrophe, which an upload removes.

With \`Accept: ${XLSX_TYPE}\`, the same file is an Excel workbook. Its cells are text, except amounts in major units, which are numbers. So you can open, correct, save and upload it, and no phone number changes. \`amounts\` chooses how the file writes amounts. In major units, \`result.charged_major\` and \`result.refunded_major\` stand beside the price, and are empty where nothing was charged or refunded.

In a file, \`limit\` and \`cursor\` are ignored. An account can have four downloads at the same time, including statements. One more is rejected with 429.`,
  tags,
  params,
  querystring: RowsQuery,
  response: {
    200: {
      description: 'A page of rows, or all rows as CSV or as a workbook.',
      content: {
        'application/json': { schema: namedList('BatchRowList', BatchRowResource) },
        'text/csv': { schema: z.custom<Readable | string>().meta({ type: 'string' }) },
        [XLSX_TYPE]: { schema: z.custom<Readable | string>().meta({ type: 'string', format: 'binary' }) },
      },
    },
    400: ErrorBody,
    404: ErrorBody,
    ...refusals,
  },
};

export const DECISIONS = [
  {
    decision: 'accept',
    schema: {
      operationId: 'acceptBatchCorrections',
      summary: 'Accept the corrections of a batch',
      description:
        'Agrees to the phone numbers that the check corrected, with `repair=propose`. Nothing is bought yet: start the batch afterwards.',
    },
  },
  {
    decision: 'reject',
    schema: {
      operationId: 'rejectBatchCorrections',
      summary: 'Reject the corrections of a batch',
      description:
        'Declines the phone numbers that the check corrected, with `repair=propose`. Their rows get errors and are not bought. If no row can be bought then, or the batch has `on_invalid=reject`, the batch is rejected.',
    },
  },
] as const;

export const DECISION = {
  tags,
  params,
  querystring: NoQuery,
  response: { 200: BatchResource, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

/** What all commands of a batch share. */
export const command = {
  tags,
  params,
  querystring: NoQuery,
  response: { 200: BatchResource, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

/** What the commands share that start a `ready` batch: its cost may be above the limit for one campaign. */
export const startCommand = { ...command, response: { ...command.response, 422: ErrorBody } };

const STARTED = 'With `{}` or no body, the batch starts without a limit.';

export const START = {
  ...startCommand,
  operationId: 'startBatch',
  summary: 'Start a batch',
  description: `Starts a batch that was uploaded with \`start=manual\` and is \`ready\`. To make sure that the batch never spends more than you approved, send the \`approved_cost\` and \`file_sha256\` that you checked. ${STARTED}`,
  body: StartBatch.nullish(),
};

export const RESUME = {
  ...command,
  operationId: 'resumeBatch',
  summary: 'Resume a batch',
  description: 'Continues a paused batch. The body is optional.',
  body: ResumeBatch.nullish(),
};

export const PAUSE = {
  ...command,
  operationId: 'pauseBatch',
  summary: 'Pause a batch',
  description: 'Stops buying further rows. Purchases that are pending continue.',
};

export const CANCEL = {
  ...command,
  operationId: 'cancelBatch',
  summary: 'Cancel a batch',
  description:
    'Stops buying further rows, permanently. Purchases that are pending continue; `counts.pending` is their number.',
};
