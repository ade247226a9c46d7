import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, apiError } from '../plugins/api-error.ts';

/** Lets a request bring a file: its body is left unread, for the route to stream. */
export async function acceptFiles(app: FastifyInstance, bytesMax: number): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // One byte more, so that it is our own limit that tells.
  await app.register(multipart, { limits: { fileSize: bytesMax + 1, fieldSize: 1024, headerPairs: 20 } });
}

/**
 * The bytes of the file that a request brings, as its body or in a form.
 * @throws ApiError at once when it can bring none, and while it is read when the form is not one file.
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
  // The connection outlives a failure of ours, so that it can still be told.
  return request.raw.iterator({ destroyOnReturn: false });
}

async function* fileOfForm(request: FastifyRequest): AsyncGenerator<Buffer> {
  try {
    yield* fileOfParts(request);
  } catch (error) {
    // What is none of Fastify's own faults, of a body that came whole, is the form's grammar.
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
