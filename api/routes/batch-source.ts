import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, apiError } from '../plugins/api-error.ts';

/** Accepts files: the body stays unread, and the route streams it. */
export async function acceptFiles(app: FastifyInstance, bytesMax: number): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // One byte more, so that our limit applies first.
  await app.register(multipart, { limits: { fileSize: bytesMax + 1, fieldSize: 1024, headerPairs: 20 } });
}

/**
 * The bytes of the uploaded file, from the body or from a form.
 * @throws ApiError immediately if the request has no file, and during reading if the form is not exactly one file.
 */
export function readFilePart(request: FastifyRequest): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw apiError('file_encoded', { values: { encoding: encoding.slice(0, 40) } });
  }
  if (request.isMultipart()) {
    if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? ''))
      throw apiError('form_boundary_missing');
    return fileOfForm(request);
  }

  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'text/csv') {
    throw apiError('file_type_unsupported');
  }
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw apiError('file_charset_unsupported');
  }
  // The connection outlives a failure of the upload, so that the client still gets the error.
  return request.raw.iterator({ destroyOnReturn: false });
}

async function* fileOfForm(request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    yield* fileOfParts(request);
  } catch (error) {
    // The body is complete and the error is not Fastify's, so the form itself is malformed.
    if (error instanceof ApiError || !request.raw.complete || (error instanceof Error && 'code' in error))
      throw error;
    throw apiError('form_unreadable');
  }
}

async function* fileOfParts(request: FastifyRequest): AsyncGenerator<Buffer> {
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      throw apiError('form_field', { values: { field: part.fieldname }, param: part.fieldname });
    }
    if (++files > 1) throw apiError('form_files_many');
    yield* part.file;
  }
  if (files === 0) throw apiError('form_file_missing');
}
