import type { FastifyInstance } from 'fastify';
import { type GatewaysConfig, listGateways, readCallbackPath } from '../../adapters/registry.ts';
import { type StoredCallback, storeCallback } from '../../db/purchases/callbacks.ts';
import { type CallbackHandler, purchaseNamedBy } from '../../services/purchases/handle-callback.ts';
import type { AdapterFor } from '../../services/purchases/ports.ts';
import { apiError } from '../plugins/api-error.ts';
import type { ApiPools } from '../pools.ts';

export interface CallbackRoutesDeps {
  /** `purchases` stores callbacks. */
  readonly pools: Pick<ApiPools, 'purchases'>;
  /** It has its own connections: handling may wait for a purchase's lock. */
  readonly callbacks: CallbackHandler;
  readonly adapterFor: AdapterFor;
  readonly gateways: GatewaysConfig;
}

/** Further callbacks are left to the relay, which limits its rate. */
const UNDER_WAY_MAX = 100;
const REFUSAL = '{"received":false}';

/**
 * POST /gateways/{network}/callbacks/{token}: gateways report outcomes here. The path, token included, is the callback_url
 * of the gateway's settings. A callback is stored first, answered in the gateway's format, then handled in this process.
 * A callback that is not from the gateway gets 401, so that the gateway's operators notice a wrong secret too.
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
      const { networkId, livemode, route } = receiver;
      const from = { networkId, livemode, route };
      const raw = { body, headers, receivedAt: new Date() };
      const read = (receivedAt: Date) => callbacks.read({ ...from, raw: { ...raw, receivedAt } });
      const named = purchaseNamedBy(read(raw.receivedAt));
      const stored = await storeCallback(pools.purchases, networkId, livemode, { ...raw, route }, named);
      const isGenuine = stored === null || take(stored);
      return reply
        .code(isGenuine ? 200 : 401)
        .type('application/json')
        .send(isGenuine ? receiver.receipt : REFUSAL);

      /** Starts handling a callback; false if it is not from the gateway. */
      function take(callback: StoredCallback): boolean {
        // A repeated callback keeps the time of its first arrival.
        const reading = read(earlier(callback.raw.receivedAt, raw.receivedAt));
        const isGenuine = reading.kind !== 'rejected';
        if (underWay.size >= UNDER_WAY_MAX) return isGenuine;
        // If handling fails, the callback stays open, and the relay retries it.
        const handling = callbacks
          .handle(callback, stopping.signal, reading)
          .catch((error: unknown) =>
            request.log.warn(
              { err: error, callback_id: callback.id, network_id: callback.networkId },
              'callback left for the relay',
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
  readonly route: string;
  readonly headers: readonly string[];
  readonly receipt: string;
}

/** A map, so that the time for a wrong token reveals nothing about the right one. */
function receiversByPath(adapterFor: AdapterFor, gateways: GatewaysConfig): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  for (const { settings, ...from } of listGateways(gateways)) {
    const path = readCallbackPath(settings);
    const callbacks = adapterFor(from.networkId, from.livemode, from.route)?.callbacks ?? null;
    if (path === null || callbacks === null) continue;
    receivers.set(path, { ...from, headers: callbacks.headers, receipt: callbacks.receipt });
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
