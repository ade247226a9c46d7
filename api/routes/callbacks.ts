import type { FastifyInstance } from 'fastify';
import { callbackPathOf, type GatewaysConfig } from '../../adapters/registry.ts';
import { type StoredCallback, storeCallback } from '../../db/callbacks.ts';
import { handleCallback, readStoredCallback } from '../../settlement/handle-callback.ts';
import type { SubmitDeps } from '../../settlement/submit.ts';
import { ApiError } from '../api-error.ts';
import { readBody } from '../read-body.ts';

/** Each asks the gateway; beyond so many they are left to the relay, which paces them. */
const HINTS_AT_ONCE = 100;
const REFUSAL = '{"received":false}';

/**
 * POST /gateways/{network}/callbacks/{token}: where gateways tell news. The path, token included, is the callback_url
 * of the gateway's settings. Stored raw first, answered at once as the gateway wants it, then taken to its end by this
 * process. One that is not from the gateway is answered 401, so that a secret we have wrong is noticed there too.
 */
export function callbackRoutes(deps: SubmitDeps, gateways: GatewaysConfig) {
  const receivers = receiversByPath(deps, gateways);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => readBody(payload, done));
    app.addHook('onClose', async () => {
      stopping.abort();
      await Promise.allSettled(underWay);
    });

    app.post('/gateways/:network_id/callbacks/:token', { schema: { hide: true } }, async (request, reply) => {
      const receiver = receivers.get(request.url);
      if (receiver === undefined) throw new ApiError('not_found', 'No gateway calls back here.');

      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = keep(request.headers, receiver.headers);
      const { networkId, livemode } = receiver;
      const stored = await storeCallback(deps.pool, networkId, livemode, { body, headers });
      const isGenuine = stored === null || take(stored);
      return reply
        .code(isGenuine ? 200 : 401)
        .type('application/json')
        .send(isGenuine ? receiver.receipt : REFUSAL);

      /** Starts it on its way; false where it is not from the gateway. */
      function take(callback: StoredCallback): boolean {
        const reading = readStoredCallback(deps, callback);
        if (reading.kind === 'hint' && underWay.size >= HINTS_AT_ONCE) return true;
        // Left open where it fails: the relay takes it up again.
        const handling = handleCallback(deps, callback, stopping.signal, reading)
          .catch((error: unknown) =>
            request.log.warn(
              { err: error, callback_id: callback.id, network_id: callback.networkId },
              'a callback is left for the relay',
            ),
          )
          .finally(() => underWay.delete(handling));
        underWay.add(handling);
        return reading.kind !== 'rejected';
      }
    });
  };
}

interface Receiver {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly headers: readonly string[];
  readonly receipt: string;
}

/** A map, so that how long a wrong token takes says nothing about the right one. */
function receiversByPath({ adapterFor }: SubmitDeps, { networks }: GatewaysConfig): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  for (const [networkId, modes] of Object.entries(networks)) {
    for (const livemode of [true, false]) {
      const settings = livemode ? modes.live : modes.test;
      const path = settings === null ? null : callbackPathOf(settings);
      const callbacks = adapterFor(networkId, livemode)?.callbacks ?? null;
      if (path === null || callbacks === null) continue;
      receivers.set(path, { networkId, livemode, headers: callbacks.headers, receipt: callbacks.receipt });
    }
  }
  return receivers;
}

function keep(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
