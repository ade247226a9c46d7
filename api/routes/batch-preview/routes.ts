import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { renderPreview } from '../../../contract/batches/batch-preview.ts';
import { previewFile } from '../../../services/batches/files/preview.ts';
import { withIdleLimit } from '../../../services/batches/idle-limit.ts';
import { acceptFiles, readFilePart } from '../batch-source.ts';
import { type BatchRoutesDeps, explainBreak, inPlace, UPLOAD_BYTES_MAX, UPLOAD_IDLE_MS } from '../batches.ts';
import { PREVIEW } from './schemas.ts';

/** POST /v1/batch-previews. It reads the same files as an upload, and keeps nothing. */
export function batchPreviewRoutes({
  turns,
  uploads,
  uploadBytesMax: bytesMax = UPLOAD_BYTES_MAX,
  uploadIdleMs = UPLOAD_IDLE_MS,
}: Pick<BatchRoutesDeps, 'turns' | 'uploads' | 'uploadBytesMax' | 'uploadIdleMs'>): FastifyPluginAsyncZod {
  return async (app) => {
    await acceptFiles(app, bytesMax);
    app.post(
      '/batch-previews',
      { schema: PREVIEW, config: { right: 'batches:create', streamsBody: true } },
      async (request, reply) => {
        const file = readFilePart(request);
        const rules = { columnMap: file.columns, sheet: request.query.sheet ?? null, bytesMax };
        const source = withIdleLimit(file.bytes, uploadIdleMs);
        const preview = await inPlace(uploads, request.caller.accountId, () =>
          previewFile(turns, rules, source),
        ).catch((error: unknown) => {
          // Do not wait for the rest of the body.
          reply.header('Connection', 'close');
          throw explainBreak(error, request, bytesMax);
        });
        return renderPreview(preview);
      },
    );
  };
}
