import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { unknownAddress } from './requests.ts';

/** A file that anyone may read. */
export interface PublicFile {
  readonly path: string;
  readonly type: string;
  readonly cacheControl: string;
  /** Requests for it from one address in ten seconds, if fewer than for other files. */
  readonly requestsMax?: number;
  /** Called once, on the first request. */
  readonly load: () => Promise<FileContent>;
}

export interface FileContent {
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Variant {
  readonly etag: string;
  readonly bytes: Buffer;
}

/** Smaller ones are not worth compressing. */
const COMPRESSED_FROM_BYTES = 1_024;

const compress = promisify(gzip);

/**
 * Serves a file from memory, with its size and ETag, and compressed for clients that accept gzip. All answers share the same
 * bytes, so that a slow client holds no copy of them.
 */
export function servePublicFile(app: FastifyInstance, file: PublicFile): void {
  const answer = answerWith(file);
  const config = file.requestsMax === undefined ? {} : { rateLimit: { max: file.requestsMax } };
  app.get(file.path, { schema: { hide: true }, config }, answer);
}

/**
 * Serves the files of one folder in the same way, over one route. Other names are unknown addresses.
 * @param files by their names in the folder
 */
export function servePublicFolder(
  app: FastifyInstance,
  folder: string,
  files: ReadonlyMap<string, Omit<PublicFile, 'path' | 'requestsMax'>>,
): void {
  const answers = new Map([...files].map(([name, file]) => [name, answerWith(file)]));
  app.get<{ Params: { file: string } }>(`${folder}/:file`, { schema: { hide: true } }, (request, reply) => {
    const answer = answers.get(request.params.file);
    if (answer === undefined) throw unknownAddress(request);
    return answer(request, reply);
  });
}

function answerWith(file: Omit<PublicFile, 'path'>) {
  let loading: ReturnType<typeof prepare> | null = null;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    loading ??= prepare(file);
    const { headers, plain, gzipped } = await loading.catch((error: unknown) => {
      loading = null;
      throw error;
    });
    const isGzipped = gzipped !== null && acceptsGzip(request);
    if (isGzipped) reply.header('Content-Encoding', 'gzip');
    reply.headers({ ...headers, 'Cache-Control': file.cacheControl, Vary: 'Accept-Encoding' });
    return send(request, reply, file.type, isGzipped ? gzipped : plain);
  };
}

async function prepare({ load }: Pick<PublicFile, 'load'>) {
  const { body, headers = {} } = await load();
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const plain: Variant = { etag: `"${hash}"`, bytes: body };
  const gzipped: Variant | null =
    body.length < COMPRESSED_FROM_BYTES ? null : { etag: `"${hash}.gz"`, bytes: await compress(body) };
  return { headers, plain, gzipped };
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, { etag, bytes }: Variant) {
  reply.header('ETag', etag);
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) {
    reply.removeHeader('Content-Encoding');
    return reply.code(304).send();
  }
  return reply.type(type).send(bytes);
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return false;
  return (
    new Negotiator({ headers: { 'accept-encoding': accepted } }).encoding(['gzip', 'identity']) === 'gzip'
  );
}
