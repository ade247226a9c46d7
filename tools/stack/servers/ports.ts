import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOPBACK = '127.0.0.1';

/** Below the range of ports that Linux uses for outgoing connections, so that they never conflict. */
const PORTS = { from: 20_000, count: 12_000 };
const TRIES = 50;
const PREFERRED_TRIES = 20;
const PREFERRED_PAUSE_MS = 100;

/** The preferred TCP port if it is free on 127.0.0.1, otherwise a free port that outgoing connections do not use. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && preferred !== 0) {
    // A server that was just killed holds its port until its process is gone.
    for (let tries = 0; tries < PREFERRED_TRIES; tries++) {
      const port = await tryPort(preferred);
      if (port !== null) return port;
      await sleep(PREFERRED_PAUSE_MS);
    }
  }
  for (let tries = 0; tries < TRIES; tries++) {
    const port = await tryPort(PORTS.from + Math.floor(Math.random() * PORTS.count));
    if (port !== null) return port;
  }
  throw new Error('No TCP port of 127.0.0.1 is free.');
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve(bound));
    });
  });
}
