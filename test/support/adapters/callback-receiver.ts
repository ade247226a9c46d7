import { createServer } from 'node:http';
import type { RawCallback } from '../../../adapters/adapter.ts';

export interface CallbackReceiver {
  readonly url: string;
  /** Bodies in order of arrival, rejected ones included. */
  readonly bodies: string[];
  /** The same with all headers. */
  readonly received: RawCallback[];
  /** The status of every answer from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** An endpoint for a gateway's callbacks. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const bodies: string[] = [];
  const received: RawCallback[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      bodies.push(body.toString('utf8'));
      received.push({ body, headers, receivedAt: new Date() });
      // VTpass requires this body; the others read only the status.
      response.writeHead(status).end('{"response":"success"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/callbacks?token=t`,
    bodies,
    received,
    answerWith(next) {
      status = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
