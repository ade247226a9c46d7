import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Endpoints of clients in one server: the path says which one. */
export interface Receivers {
  /** Of the endpoint with a number, from 0. */
  readonly url: (endpoint: number) => string;
  /** Events about purchases that working endpoints have received, each counted once. */
  readonly events: () => number;
  /** Requests that failing endpoints have rejected. */
  readonly rejected: () => number;
  close(): Promise<void>;
}

/** Starts endpoints of which the first few answer every request with 500. */
export async function startReceivers(failing: number): Promise<Receivers> {
  const seen = new Set<string>();
  let rejected = 0;
  const server = createServer((request, response) => {
    const fails = Number(request.url?.slice(1)) < failing;
    if (fails) rejected += 1;
    // Campaigns report their own progress too.
    else if (String(request.headers['svc-event-type']).startsWith('purchase.'))
      seen.add(String(request.headers['svc-event-id']));
    request.resume();
    request.on('end', () => response.writeHead(fails ? 500 : 204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    events: () => seen.size,
    rejected: () => rejected,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
