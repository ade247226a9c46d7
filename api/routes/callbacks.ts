import type { FastifyInstance } from 'fastify';
import { type GatewaysConfig, readCallbackPath } from '../../adapters/registry.ts';
import { type StoredCallback, storeCallback } from '../../db/purchases/callbacks.ts';
import { type CallbackHandler, purchaseNamedBy } from '../../services/purchases/handle-callback.ts';
import type { AdapterFor } from '../../services/purchases/ports.ts';
import { apiError } from '../plugins/api-error.ts';
import type { ApiPools } from '../pools.ts';

export interface CallbackRoutesDeps {
  /** `purchases` stores what comes in. */
  readonly pools: Pick<ApiPools, 'purchases'>;
  /** Its connections are its own: handling may wait for a purchase's lock. */
  readonly callbacks: CallbackHandler;
  readonly adapterFor: AdapterFor;
  readonly gateways: GatewaysConfig;
}

/** Beyond so many they are left to the relay, which paces them. */
const UNDER_WAY_MAX = 100;
const REFUSAL = '{"received":false}';

/**
 * POST /gateways/{network}/callbacks/{token}: where gateways tell news. The path, token included, is the callback_url
 * of the gateway's settings. Stored raw first, answered at once as the gateway wants it, then taken to its end by this
 * process. One that is not from the gateway is answered 401, so that a secret we have wrong is noticed there too.
 */
export function callbackRoutes({ pools, callbacks, adapterFor, gateways }: CallbackRoutesDeps) {
  const receivers = receiversByPath(adapterFor, gateways);
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    app.addHook('onClose', async () => {
      stopping.abort();
      await Promise.allSettled(underWay);
    });

    app.post('/gateways/:network_id/callbacks/:token', { schema: { hide: true } }, async (request, reply) => {
      const receiver = receivers.get(request.url);
      if (receiver === undefined) throw apiError('callback_unknown');

      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = keep(request.headers, receiver.headers);
      const { networkId, livemode } = receiver;
      const raw = { body, headers, receivedAt: new Date() };
      const read = (receivedAt: Date) => callbacks.read({ networkId, livemode, raw: { ...raw, receivedAt } });
      const named = purchaseNamedBy(read(raw.receivedAt));
      const stored = await storeCallback(pools.purchases, networkId, livemode, raw, named);
      const isGenuine = stored === null || take(stored);
      return reply
        .code(isGenuine ? 200 : 401)
        .type('application/json')
        .send(isGenuine ? receiver.receipt : REFUSAL);

      /** Starts it on its way; false where it is not from the gateway. */
      function take(callback: StoredCallback): boolean {
        // One that was stored before and is sent again counts by when it first came in.
        const reading = read(earlier(callback.raw.receivedAt, raw.receivedAt));
        const isGenuine = reading.kind !== 'rejected';
        if (underWay.size >= UNDER_WAY_MAX) return isGenuine;
        // Left open where it fails: the relay takes it up again.
        const handling = callbacks
          .handle(callback, stopping.signal, reading)
          .catch((error: unknown) =>
            request.log.warn(
              { err: error, callback_id: callback.id, network_id: callback.networkId },
              'a callback is left for the relay',
            ),
          )
          .finally(() => underWay.delete(handling));
        underWay.add(handling);
        return isGenuine;
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
function receiversByPath(adapterFor: AdapterFor, { networks }: GatewaysConfig): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  for (const [networkId, modes] of Object.entries(networks)) {
    for (const livemode of [true, false]) {
      const settings = livemode ? modes.live : modes.test;
      const path = settings === null ? null : readCallbackPath(settings);
      const callbacks = adapterFor(networkId, livemode)?.callbacks ?? null;
      if (path === null || callbacks === null) continue;
      receivers.set(path, { networkId, livemode, headers: callbacks.headers, receipt: callbacks.receipt });
    }
  }
  return receivers;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
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
