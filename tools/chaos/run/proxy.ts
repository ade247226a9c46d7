import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { freePort } from '../../stack/servers/ports.ts';
import { resetSocket } from './reset-socket.ts';

/** A TCP proxy on loopback that stands between two parts and can disturb their connections. */
export interface TcpProxy {
  readonly port: number;
  /** Number of connections accepted so far. */
  readonly accepted: () => number;
  /** Where new connections go from now on. */
  target(port: number): void;
  /** Delays all data, in both directions. */
  delay(ms: number): void;
  /** Refuses new connections (ECONNREFUSED) until `restore`. */
  refuse(): Promise<void>;
  /** Ends all connections properly, as a restarted proxy does. */
  cut(): void;
  /** Resets all connections. */
  reset(): void;
  /** Lets the next `count` requests through and resets their connections at the first byte of the answer. */
  loseAnswers(count: number): void;
  /** Ends delay, refusal and loss; closed connections stay closed. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** What the proxy does to its connections now. */
interface Disturbance {
  target: number;
  delayMs: number;
  answersToLose: number;
}

/** Starts a proxy to a local port; its behaviour can change while connections are open. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const disturbance: Disturbance = { target, delayMs: 0, answersToLose: 0 };
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    join(client, open, disturbance);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: LOOPBACK }, resolve);
    });
  // A port of outgoing connections could be taken between `refuse` and `restore`.
  await listen(await freePort());
  const { port } = server.address() as AddressInfo;
  const end = (how: (socket: Socket) => void) => {
    for (const socket of open) how(socket);
  };
  const destroy = (socket: Socket) => void socket.destroy();

  return {
    port,
    accepted: () => accepted,
    target: (to) => {
      disturbance.target = to;
    },
    delay: (ms) => {
      disturbance.delayMs = ms;
    },
    // Open connections live on: a closed server only stops listening.
    refuse: async () => void server.close(),
    cut: () => end(destroy),
    reset: () => end(resetSocket),
    loseAnswers: (count) => {
      disturbance.answersToLose = count;
    },
    restore: async () => {
      disturbance.delayMs = 0;
      disturbance.answersToLose = 0;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      server.close();
      end(destroy);
    },
  };
}

function join(client: Socket, open: Set<Socket>, disturbance: Disturbance): void {
  const upstream = connect({ host: LOOPBACK, port: disturbance.target });
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(socket);
    socket.setNoDelay(true);
    // An error is followed by 'close', which ends the other side too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      if (socket === client) upstream.destroy();
      else if (!client.destroyed) client.end();
    });
    socket.pipe(hold(disturbance)).pipe(other);
  }
  upstream.on('error', () => resetSocket(client));
  upstream.prependListener('data', () => {
    if (disturbance.answersToLose === 0) return;
    disturbance.answersToLose -= 1;
    resetSocket(client);
  });
}

/** Passes data on in order, after the current delay. */
function hold(disturbance: Disturbance): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (disturbance.delayMs === 0) done(null, chunk);
      else setTimeout(() => done(null, chunk), disturbance.delayMs);
    },
  });
}
