import { createServer } from 'node:http';

export interface CallbackReceiver {
  readonly url: string;
  /** Bodies in the order in which they came, refused ones included. */
  readonly bodies: string[];
  /** The status of every answer from now on. */
  answerWith(status: number): void;
  close(): Promise<void>;
}

/** An endpoint for a gateway's callbacks. */
export async function startCallbackReceiver(): Promise<CallbackReceiver> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/callbacks?token=t`,
    bodies,
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
