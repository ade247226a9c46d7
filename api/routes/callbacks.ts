import type { FastifyInstance } from 'fastify';
import type { GatewaysConfig } from '../../adapters/registry.ts';
import { storeCallback } from '../../db/callbacks.ts';
import { handleCallback } from '../../settlement/handle-callback.ts';
import type { SubmitDeps } from '../../settlement/submit.ts';
import { ApiError } from '../api-error.ts';
import { readBody } from '../read-body.ts';

/**
 * POST /gateways/{network}/callbacks/{token}: where gateways tell news. The path, token included, is the callback_url
 * of the gateway's settings. Stored raw first, answered at once, then taken to its end by this process.
 */
export function callbackRoutes(deps: SubmitDeps, gateways: GatewaysConfig) {
  const receivers = receiversByPath(gateways);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) =>
      readBody(payload, (error, body) => done(error, body.toString())),
    );
    app.addHook('onClose', async () => {
      stopping.abort();
      await Promise.allSettled(underWay);
    });

    app.post('/gateways/:network_id/callbacks/:token', { schema: { hide: true } }, async (request, reply) => {
      const receiver = receivers.get(request.url);
      if (receiver === undefined) throw new ApiError('not_found', 'No gateway calls back here.');

      const body = typeof request.body === 'string' ? request.body : '';
      const stored = await storeCallback(
        deps.pool,
        receiver.networkId,
        receiver.livemode,
        body.replaceAll('\0', ''),
      );
      if (stored !== null) {
        // Left open where it fails: the relay takes it up again.
        const handling = handleCallback(deps, stored, stopping.signal)
          .catch((error: unknown) => request.log.warn({ err: error }, 'a callback is left for the relay'))
          .finally(() => underWay.delete(handling));
        underWay.add(handling);
      }
      return reply.code(200).send({ received: true });
    });
  };
}

interface Receiver {
  readonly networkId: string;
  readonly livemode: boolean;
}

/** A map, so that how long a wrong token takes says nothing about the right one. */
function receiversByPath({ networks }: GatewaysConfig): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  for (const [networkId, { live, test }] of Object.entries(networks)) {
    for (const [settings, livemode] of [
      [live, true],
      [test, false],
    ] as const) {
      if (settings?.callback_url != null)
        receivers.set(new URL(settings.callback_url).pathname, { networkId, livemode });
    }
  }
  return receivers;
}
