import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * When the connection is cut: `before_server` when COMMIT was sent and the server never sees it, `after_server` when the
 * server has committed and its answer is lost.
 */
export type Cut = 'before_server' | 'after_server';

/** What becomes of the client's connection: it ends, or is reset. */
export type Loss = 'ended' | 'reset';

export interface CommitProxy {
  /** The database behind the proxy. */
  readonly url: string;
  /** Cuts the connection on which the next COMMIT is sent; with `thenDown` no other gets through either. */
  cutNextCommit(cut: Cut, how?: { readonly thenDown?: boolean; readonly loss?: Loss }): void;
  /** Lets connections through again. */
  mend(): void;
  close(): Promise<void>;
}

/** The text of a COMMIT statement on the wire, and of the server's answer to it. */
const COMMIT = Buffer.from('COMMIT\0');

interface State {
  cut: Cut | null;
  thenDown: boolean;
  loss: Loss;
  down: boolean;
  readonly open: Set<Socket>;
}

/** A TCP proxy before PostgreSQL that loses connections at their COMMIT. */
export async function startCommitProxy(databaseUrl: string): Promise<CommitProxy> {
  const target = new URL(databaseUrl);
  const state: State = { cut: null, thenDown: false, loss: 'ended', down: false, open: new Set() };
  const server = createServer((client) => {
    if (state.down) client.destroy();
    else forward(client, connect(Number(target.port), target.hostname), state);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const url = new URL(databaseUrl);
  const { port } = server.address() as AddressInfo;
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    cutNextCommit(cut, { thenDown = false, loss = 'ended' } = {}) {
      state.cut = cut;
      state.thenDown = thenDown;
      state.loss = loss;
    },
    mend() {
      state.down = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of state.open) socket.destroy();
      }),
  };
}

function forward(client: Socket, postgres: Socket, state: State): void {
  let losingAnswer = false;
  const drop = () => {
    if (state.loss === 'reset') client.resetAndDestroy();
    else client.destroy();
    postgres.destroy();
    if (!state.thenDown) return;
    state.down = true;
    for (const socket of state.open) socket.destroy();
  };
  for (const socket of [client, postgres]) {
    state.open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('close', () => {
      state.open.delete(socket);
      client.destroy();
      postgres.destroy();
    });
  }

  client.on('data', (chunk) => {
    if (state.cut === null || !chunk.includes(COMMIT)) {
      postgres.write(chunk);
      return;
    }
    losingAnswer = state.cut === 'after_server';
    state.cut = null;
    if (losingAnswer) postgres.write(chunk);
    // What was sent before COMMIT arrives; half a message does nothing.
    else postgres.write(chunk.subarray(0, chunk.indexOf(COMMIT)), drop);
  });
  postgres.on('data', (chunk) => {
    if (!losingAnswer) client.write(chunk);
    else if (chunk.includes(COMMIT)) drop();
  });
}
