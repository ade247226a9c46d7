import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../plugins/api-error.ts';

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
    throw unreadable(`Send the file as it is, without Content-Encoding: ${encoding.slice(0, 40)}.`);
  }
  if (request.isMultipart()) {
    if (!/;\s*boundary=\S/i.test(request.headers['content-type'] ?? ''))
      throw unreadable('A form needs its boundary in Content-Type: multipart/form-data; boundary=….');
    return fileOfForm(request);
  }

  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
  if (type.trim().toLowerCase() !== 'text/csv') {
    throw unreadable(
      'Send the CSV file as the body with Content-Type: text/csv, or as a file in a form (multipart/form-data).',
    );
  }
  const charset = parameters
    .map((parameter) => /^\s*charset="?([^"]*)"?\s*$/i.exec(parameter)?.[1]?.toLowerCase())
    .find((name) => name !== undefined);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw unreadable('Send the file in UTF-8. In the spreadsheet, save it as "CSV UTF-8".');
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
    throw new ApiError(
      'invalid_request',
      'The form cannot be read. Check its boundary and the headers of its parts.',
    );
  }
}

async function* fileOfParts(request: FastifyRequest): AsyncGenerator<Buffer> {
  let files = 0;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      throw new ApiError(
        'invalid_request',
        `${part.fieldname} is a form field. Send parameters in the query, and in the form only the file.`,
        { param: part.fieldname },
      );
    }
    if (++files > 1)
      throw new ApiError('invalid_request', 'The form has more than one file. Send one at a time.');
    yield* part.file;
  }
  if (files === 0) throw new ApiError('invalid_request', 'The form has no file. Add one.');
}

function unreadable(message: string): ApiError {
  return new ApiError('invalid_request', message, { status: 415 });
}
