import type { FastifyInstance } from 'fastify';

/** Lets load balancers move their traffic before the process closes. */
export interface Drain {
  readonly isDraining: () => boolean;
  /** Reports "not ready" and serves for `ms` more; each connection ends with its next answer. */
  begin(ms: number): Promise<void>;
}

/**
 * Lets an app stop without a failed request: the load balancer sees /readyz fail and sends nothing new, and kept-alive
 * connections end after an answer, never during a request.
 */
export function createDrain(): Drain & { attach(app: FastifyInstance): void } {
  let draining = false;
  return {
    isDraining: () => draining,
    attach(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        if (draining) reply.header('Connection', 'close');
        done();
      });
    },
    async begin(ms) {
      draining = true;
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
}
