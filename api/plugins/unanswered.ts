import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The responses of each connection that are not finished. */
export interface Unanswered {
  /** Those of one connection, in the order of their requests. A request whose path cannot be decoded is not among them. */
  of(socket: Socket): ReadonlySet<ServerResponse>;
  /** Adds the hooks that note them. Whatever asks for them in a hook must be added later, and finds its own request there. */
  watch(app: FastifyInstance): void;
}

const NONE: ReadonlySet<ServerResponse> = new Set();

export function createUnanswered(): Unanswered {
  const bySocket = new WeakMap<Socket, Set<ServerResponse>>();
  return {
    of: (socket) => bySocket.get(socket) ?? NONE,
    watch(app) {
      app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
        const responses = bySocket.get(socket);
        if (responses === undefined) bySocket.set(socket, new Set([raw]));
        else responses.add(raw);
        done();
      });
      app.addHook('onResponse', ({ raw: { socket } }, { raw }, done) => {
        bySocket.get(socket)?.delete(raw);
        done();
      });
    },
  };
}
