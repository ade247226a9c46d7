import type { Readable } from 'node:stream';
import { z } from 'zod';
import { BatchReference, BatchResource, BatchRowResource } from '../../contract/batch.ts';
import { listSchema, NoQuery, Page } from '../../contract/common.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { FIELD_RULES } from '../../contract/field-rules.ts';
import {
  BATCH_ROW_STATES,
  BATCH_STATUSES,
  type BatchOptions,
  ON_INSUFFICIENT_BALANCE,
  ON_INVALID,
  START_MODES,
} from '../../domain/batch/batch.ts';
import { type ColumnMap, readTarget } from '../../services/batches/header.ts';

const COLUMN = 'column.';

const COLUMN_NAME = z.string().max(200);

function columnNamed(ours: string) {
  return COLUMN_NAME.optional().meta({
    description: `Name of the column ${ours} in your file, if it is different. Leave it out if your file uses our name`,
  });
}

const AHEAD_DAYS_MAX = 366;

/** Every time that we show must be one of a year with four digits, whatever its offset makes of it. */
function isPlannable(text: string): boolean {
  const at = Date.parse(text);
  return at >= 0 && at <= Date.now() + AHEAD_DAYS_MAX * 24 * 3_600_000;
}

/** `column.<ours>=<name in the file>` may be given for every column we know, metadata by its key. */
const UploadQuery = z
  .object({
    reference: BatchReference,
    start: z.enum(START_MODES).default('auto'),
    on_invalid: z.enum(ON_INVALID).default('skip'),
    on_insufficient_balance: z.enum(ON_INSUFFICIENT_BALANCE).default('pause'),
    not_before: z.iso
      .datetime({ offset: true })
      .refine(isPlannable, { error: FIELD_RULES.not_before })
      .meta({ description: `Nothing is bought before this time; at most ${AHEAD_DAYS_MAX} days ahead` })
      .optional(),
    'column.phone_number': columnNamed('phone_number'),
    'column.bundle_id': columnNamed('bundle_id'),
    'column.reference': columnNamed('reference'),
    'column.network_id': columnNamed('network_id'),
  })
  .catchall(COLUMN_NAME)
  .superRefine((query, context) => {
    const isUnknown = (key: string) => !Object.hasOwn(UploadQuery.shape, key) && columnSchema(key) === null;
    // The first only: a query may have thousands of them, and each issue is dear to make.
    const unknown = Object.keys(query).find(isUnknown);
    if (unknown === undefined) return;
    context.addIssue({
      code: 'custom',
      path: [unknown],
      message: FIELD_RULES.column,
    });
  });
type UploadQuery = z.output<typeof UploadQuery>;

const ListQuery = z.strictObject({
  reference: BatchReference.optional(),
  status: z.enum(BATCH_STATUSES).optional(),
  ...Page,
});
export type ListQuery = z.output<typeof ListQuery>;

const RowsQuery = z
  .strictObject({
    state: z.enum(BATCH_ROW_STATES).optional(),
    only: z.enum(['unbought']).optional().meta({
      description: 'Rows that bought nothing and never will; in the CSV file with reference emptied',
    }),
    include: z.enum(['network_timeout']).optional().meta({
      description:
        'The unbought rows, and those that timed out: they may have been delivered after all. Implies only=unbought',
    }),
    ...Page,
  })
  // What is included is included in the unbought rows: nothing else can have been meant.
  .transform((query) => (query.include === undefined ? query : { ...query, only: 'unbought' as const }));
export type RowsQuery = z.output<typeof RowsQuery>;

const params = z.object({ batch_id: z.string() });
const tags = ['Batches'];
const refusals = { 401: ErrorBody, 429: ErrorBody, 500: ErrorBody };

export const UPLOAD = {
  operationId: 'createBatch',
  summary: 'Upload a CSV campaign',
  description:
    'The body is the CSV file (text/csv), or a form with the file. Columns phone_number and bundle_id are required; reference, network_id and `metadata.<key>` are optional. A column of another name is mapped by `column.<ours>`, metadata as well: `column.metadata.<key>`. Every row is validated, and the cost is known, before anything is bought. The same bytes again under the same reference return 200 with the batch as it is now and the header Svc-Idempotent-Replay. A file that is unusable makes a batch in status rejected, which says why and leaves the reference free. At most four concurrent uploads per account; one more is refused with 429.',
  tags,
  'x-request-body': {
    description: 'The file, as the body or in a form; up to 200 MiB',
    content: {
      // First, for generators that take the first of several types and cannot send a bare file.
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', format: 'binary' } },
          required: ['file'],
          additionalProperties: false,
        },
        example: { file: 'phone_number,bundle_id\n+2348031234567,bnd_mtn_ng_1gb_30d\n' },
      },
      'text/csv': {
        schema: { type: 'string', minLength: 1 },
        example:
          'phone_number,bundle_id,reference\n+2348031234567,bnd_mtn_ng_1gb_30d,december-1\n+2348051234567,bnd_glo_ng_500mb_7d,december-2\n',
      },
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

export const LIST = {
  operationId: 'listBatches',
  summary: 'List batches, newest first',
  tags,
  querystring: ListQuery,
  response: { 200: listSchema(BatchResource), 400: ErrorBody, ...refusals },
};

export const GET = {
  operationId: 'getBatch',
  summary: 'Read a batch',
  tags,
  params,
  querystring: NoQuery,
  response: { 200: BatchResource, 400: ErrorBody, 404: ErrorBody, ...refusals },
};

export const ROWS = {
  operationId: 'listBatchRows',
  summary: 'List the rows of a batch with their results',
  description:
    'With Accept: text/csv, the whole file as CSV: its own columns first, then the results, which an upload ignores. Cells that a spreadsheet would run as a formula are escaped with an apostrophe, which an upload takes off. With only=unbought, the rows that bought nothing and never will, fit to be corrected and uploaded as a new batch. At most four files are sent to an account at once, statements included; a fifth is refused with 429. A page has fewer rows than `limit` where they are large: go by `has_more`.',
  tags,
  params,
  querystring: RowsQuery,
  response: {
    200: {
      description: 'A page of rows, or all of them',
      content: {
        'application/json': { schema: listSchema(BatchRowResource) },
        'text/csv': { schema: z.custom<Readable>().meta({ type: 'string' }) },
      },
    },
    400: ErrorBody,
    404: ErrorBody,
    ...refusals,
  },
};

const command = {
  'x-error-codes': { 409: ['invalid_request'] },
  tags,
  params,
  querystring: NoQuery,
  response: { 200: BatchResource, 400: ErrorBody, 404: ErrorBody, 409: ErrorBody, ...refusals },
};

export const COMMANDS = [
  {
    name: 'start',
    schema: {
      ...command,
      operationId: 'startBatch',
      summary: 'Start a batch that was uploaded with start=manual',
    },
  },
  {
    name: 'pause',
    schema: {
      ...command,
      operationId: 'pauseBatch',
      summary: 'Release no further rows for now; what was released runs on',
    },
  },
  {
    name: 'resume',
    schema: { ...command, operationId: 'resumeBatch', summary: 'Go on with a paused batch' },
  },
  {
    name: 'cancel',
    schema: {
      ...command,
      operationId: 'cancelBatch',
      summary: 'Release no further rows, ever; counts.pending says how many purchases run on',
    },
  },
] as const;

/** What an upload's parameters say. */
export function toUpload(query: UploadQuery): {
  readonly reference: string;
  readonly options: BatchOptions;
  readonly columnMap: ColumnMap;
} {
  const columns = Object.entries(query).flatMap(([key, value]) => {
    const target = columnSchema(key);
    return target === null || typeof value !== 'string' ? [] : [[target, value] as const];
  });
  return {
    reference: query.reference,
    options: {
      start: query.start,
      onInvalid: query.on_invalid,
      onInsufficientBalance: query.on_insufficient_balance,
      notBefore: query.not_before === undefined ? null : new Date(query.not_before),
    },
    columnMap: new Map(columns),
  };
}

/** The column of ours that a parameter maps; null when it maps none. */
function columnSchema(parameter: string) {
  return parameter.startsWith(COLUMN) ? readTarget(parameter.slice(COLUMN.length)) : null;
}
