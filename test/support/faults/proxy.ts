import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy on loopback that stands between two parts and breaks what it is told to. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that were ever accepted. */
  readonly accepted: () => number;
  /** Where new connections go from now on. */
  target(port: number): void;
  /** Holds every piece back so long, both ways. */
  delay(ms: number): void;
  /** Refuses new connections (ECONNREFUSED) until `restore`. */
  refuse(): Promise<void>;
  /** Ends all connections in order, as a proxy does that is restarted. */
  cut(): void;
  /** Resets all connections. */
  reset(): void;
  /** Lets the next `count` requests through and resets their connections at the first byte of the answer. */
  loseAnswers(count: number): void;
  /** No more delay, refusal or loss; what was cut stays cut. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** What the proxy does to its connections at this moment. */
interface Mischief {
  target: number;
  delayMs: number;
  answersToLose: number;
}

/** Starts a proxy to a port of this machine; what it does can be changed while connections are open. */
export async function startProxy(target: number): Promise<TcpProxy> {
  const mischief: Mischief = { target, delayMs: 0, answersToLose: 0 };
  const open = new Set<Socket>();
  let accepted = 0;
  const server = createServer((client) => {
    accepted += 1;
    join(client, open, mischief);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host: LOOPBACK }, resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const end = (how: 'destroy' | 'resetAndDestroy') => {
    for (const socket of open) socket[how]();
  };

  return {
    port,
    accepted: () => accepted,
    target: (to) => {
      mischief.target = to;
    },
    delay: (ms) => {
      mischief.delayMs = ms;
    },
    // Open connections live on: a closed server only stops listening.
    refuse: async () => void server.close(),
    cut: () => end('destroy'),
    reset: () => end('resetAndDestroy'),
    loseAnswers: (count) => {
      mischief.answersToLose = count;
    },
    restore: async () => {
      mischief.delayMs = 0;
      mischief.answersToLose = 0;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      server.close();
      end('destroy');
    },
  };
}

function join(client: Socket, open: Set<Socket>, mischief: Mischief): void {
  const upstream = connect({ host: LOOPBACK, port: mischief.target });
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
    socket.pipe(hold(mischief)).pipe(other);
  }
  upstream.on('error', () => client.resetAndDestroy());
  upstream.prependListener('data', () => {
    if (mischief.answersToLose === 0) return;
    mischief.answersToLose -= 1;
    client.resetAndDestroy();
  });
}

/** Passes pieces on in order, each after the delay of the moment. */
function hold(mischief: Mischief): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (mischief.delayMs === 0) done(null, chunk);
      else setTimeout(() => done(null, chunk), mischief.delayMs);
    },
  });
}
