import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '../../clients/typescript/src/verify-webhook.ts';

/** A webhook as a client's receiver sees it. */
export interface ReceivedEvent {
  readonly eventId: string;
  readonly type: string;
  /** The id of the purchase or batch that the event is about. */
  readonly subjectId: string;
}

export interface Receiver {
  readonly url: string;
  /** Events with a valid signature, each once even if it was repeated. */
  readonly events: ReadonlyMap<string, ReceivedEvent>;
  /** Requests with an invalid signature. */
  readonly forged: () => number;
  readonly repeated: () => number;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly port: number;
  /** The signing secret, or those of several accounts; known only after the accounts were opened. */
  readonly secret: () => string | readonly string[];
  readonly onEvent?: (event: ReceivedEvent) => void;
  /** What the receiver does instead of accepting a request; null or absent accepts it. Such a request is not counted. */
  readonly trouble?: () => ReceiverTrouble | null;
}

/** How a receiver fails. */
export type ReceiverTrouble = 'status_500' | 'silent';

const BODY_MAX = 256 * 1024;

/** A client's webhook receiver on loopback: verifies every signature, remembers event ids, ignores repeats. */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const events = new Map<string, ReceivedEvent>();
  let forged = 0;
  let repeated = 0;

  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const trouble = options.trouble?.() ?? null;
        if (trouble === 'status_500') response.writeHead(500).end();
        if (trouble !== null) return;
        if (verifyWebhook(body, request.headers, [options.secret()].flat()).kind !== 'genuine') {
          forged += 1;
          response.writeHead(401).end();
          return;
        }
        const event = readEvent(body);
        if (events.has(event.eventId)) repeated += 1;
        events.set(event.eventId, event);
        options.onEvent?.(event);
        response.writeHead(204).end();
      },
      () => response.writeHead(400).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    events,
    forged: () => forged,
    repeated: () => repeated,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_MAX) throw new RangeError('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readEvent(body: string): ReceivedEvent {
  const event: { id: string; type: string; data: { object: { id: string } } } = JSON.parse(body);
  return { eventId: event.id, type: event.type, subjectId: event.data.object.id };
}
