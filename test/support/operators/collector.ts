import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const Value = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
});
const Attributes = z.array(z.object({ key: z.string(), value: Value }));
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              attributes: Attributes.optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as it was received. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the root of a trace. */
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything received, as text. */
  readonly received: () => string;
  close(): Promise<void>;
}

/** A collector of traces in OTLP over HTTP as JSON (opentelemetry-proto, trace/v1). */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  let text = '';
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      text += body;
      if (request.url === '/v1/traces') spans.push(...readSpans(body));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    received: () => text,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function readSpans(body: string): ReceivedSpan[] {
  return Export.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = recordOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ name, traceId, spanId, parentSpanId, attributes }) => ({
        service,
        name,
        traceId,
        spanId,
        parentSpanId: parentSpanId === undefined || parentSpanId === '' ? null : parentSpanId,
        attributes: recordOf(attributes ?? []),
      })),
    );
  });
}

function recordOf(attributes: z.output<typeof Attributes>): Record<string, string> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue ?? '')]),
  );
}
