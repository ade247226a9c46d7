import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ColumnMap } from '../../services/batches/header.ts';
import { WORKBOOK_TYPES } from '../../services/batches/workbook/workbook.ts';
import { ApiError, apiError } from '../plugins/api-error.ts';
import { COLUMNS_FIELD_BYTES_MAX, readColumnsField } from './columns-field.ts';

/** An uploaded file, as it arrives. */
export interface UploadedFile {
  readonly bytes: AsyncIterable<Buffer>;
  /** Columns that the form maps. In a form they come before the file, so call this after the first bytes. */
  readonly columns: () => ColumnMap;
}

/** Accepts files: the body stays unread, and the route streams it. */
export async function acceptFiles(app: FastifyInstance, bytesMax: number): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // One byte more, so that our limit applies first.
  await app.register(multipart, {
    limits: { fileSize: bytesMax + 1, fieldSize: COLUMNS_FIELD_BYTES_MAX, headerPairs: 20 },
  });
}

/**
 * The uploaded file, from the body or from a form.
 * @throws ApiError immediately if the request has no file, and during reading if the form is not exactly one file and, before
 * it, at most one field `columns`.
 */
export function readFilePart(request: FastifyRequest): UploadedFile {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw apiError('file_encoded', { values: { encoding: encoding.slice(0, 40) } });
  }
  if (request.isMultipart()) {
    if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? ''))
      throw apiError('form_boundary_missing');
    const form: Form = { columns: null };
    return { bytes: fileOfForm(request, form), columns: () => form.columns ?? NO_COLUMNS };
  }

  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  if (!FILE_TYPES.includes(type.trim().toLowerCase())) {
    throw apiError('file_type_unsupported');
  }
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw apiError('file_charset_unsupported');
  }
  // The connection outlives a failure of the upload, so that the client still gets the error.
  return { bytes: request.raw.iterator({ destroyOnReturn: false }), columns: () => NO_COLUMNS };
}

/** What a file is shows in its bytes, whatever its type says. */
const FILE_TYPES: readonly string[] = [
  'text/csv',
  ...WORKBOOK_TYPES,
  'application/vnd.ms-excel.sheet.macroenabled.12',
  'application/vnd.ms-excel',
  'application/octet-stream',
];

const NO_COLUMNS: ColumnMap = new Map();

/** What a form has besides the file; null where it was not read yet. */
interface Form {
  columns: ColumnMap | null;
}

async function* fileOfForm(request: FastifyRequest, form: Form): AsyncGenerator<Buffer> {
  try {
    yield* fileOfParts(request, form);
  } catch (error) {
    // The body is complete and the error is not Fastify's, so the form itself is malformed.
    if (error instanceof ApiError || !request.raw.complete || (error instanceof Error && 'code' in error))
      throw error;
    throw apiError('form_unreadable');
  }
}

async function* fileOfParts(request: FastifyRequest, form: Form): AsyncGenerator<Buffer> {
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      const isExpected = part.fieldname === 'columns' && files === 0 && form.columns === null;
      if (isExpected) {
        form.columns = readColumnsField(part);
        continue;
      }
      throw apiError('form_field', { values: { field: part.fieldname }, param: part.fieldname });
    }
    if (++files > 1) throw apiError('form_files_many');
    yield* part.file;
  }
  if (files === 0) throw apiError('form_file_missing');
}
