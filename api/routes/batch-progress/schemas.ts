import type { Readable } from 'node:stream';
import { z } from 'zod';
import { BatchId } from '../../../contract/batches/batch.ts';
import { ErrorBody } from '../../../contract/errors.ts';
import { FIELD_RULES } from '../../../contract/field-rules.ts';

/** Longest and usual time of a stream, in seconds. */
export const STREAM_SECONDS_MAX = 300;
const STREAM_SECONDS = '60';

const ProgressQuery = z.strictObject({
  seconds: z
    .string()
    .regex(/^([1-9]|[1-9][0-9]|[12][0-9]{2}|300)$/, { error: FIELD_RULES.stream_seconds })
    .default(STREAM_SECONDS)
    .meta({
      description: `How long the stream stays open at most: 1 to ${STREAM_SECONDS_MAX}, ${STREAM_SECONDS} by default. Then connect again.`,
      examples: ['60'],
    }),
});

export const PROGRESS = {
  operationId: 'streamBatchProgress',
  summary: 'Follow a batch',
  description: `Sends the progress of a batch as [server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html), so that you do not have to poll.

The event \`progress\` is sent immediately, and then whenever something has changed, at most every two seconds. Its data is a JSON object with these fields of the batch: \`id\`, \`status\`, \`stage\`, \`waits_for\`, \`pause\`, \`counts\`, \`cost\`, \`charged\`, \`refunded\`, \`held\`, \`not_spent\`, \`available\`, \`shortfall\`, \`estimated_completion_at\`, \`no_estimate\`, \`started_at\` and \`completed_at\`. More fields may be added.

The event \`end\` is the last one if the batch will not change by itself: it has ended, or waits for \`start\`. Its data is the same. Without this event, connect again: after \`seconds\`, when the session or key ends, and when the process stops, the stream ends without it. An \`EventSource\` connects again by itself, so close it after \`end\`.

An account can have 8 streams at the same time for each process of the API. One more is rejected with 429; then poll instead.`,
  tags: ['Batches'],
  params: z.object({ batch_id: BatchId }),
  querystring: ProgressQuery,
  response: {
    200: {
      description: 'A stream of events.',
      content: {
        'text/event-stream': { schema: z.custom<Readable>().meta({ type: 'string' }) },
      },
    },
    400: ErrorBody,
    401: ErrorBody,
    404: ErrorBody,
    429: ErrorBody,
    500: ErrorBody,
  },
};
