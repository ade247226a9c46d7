import type { FastifyInstance } from 'fastify';

/** A process on its way out: it says so, and lets its callers go elsewhere before it closes. */
export interface Drain {
  readonly isDraining: () => boolean;
  /** Serves on for `ms`, not ready, ending each connection with its next answer. */
  begin(ms: number): Promise<void>;
}

/**
 * Prepares an app for leaving without a failed request: whoever balances load sees /readyz fail and sends nothing new,
 * and kept connections are ended by an answer and never under a request.
 */
export function createDrain(): Drain & { attach(app: FastifyInstance): void } {
  let draining = false;
  return {
    isDraining: () => draining,
    attach(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (draining) reply.header('Connection', 'close');
      });
    },
    async begin(ms) {
      draining = true;
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    },
  };
}
