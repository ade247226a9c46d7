import type { Logger } from 'pino';
import {
  bindGateway,
  type ConfiguredGateway,
  type GatewaysConfig,
  listGateways,
  readRoutes,
} from '../adapters/registry.ts';
import { ConfigError } from '../config/read.ts';
import type { BundleProduct, Network } from '../db/networks/networks.ts';
import { MAIN_ROUTE } from '../domain/network/route.ts';
import { HELD_UP_MS } from '../services/purchases/submit.ts';

/**
 * Compares the gateways file with the configured networks. Warns of a network without a gateway and of a gateway without a
 * network: both buy nothing.
 * @throws ConfigError if a call could take longer than the fence allows for, and so deliver after `resolve_by`; or if an order could
 * still be on its way to one of several gateways when it counts as never received.
 */
export function checkGateways(gateways: GatewaysConfig, known: readonly Network[], log: Logger): void {
  const ids = new Set(known.map(({ id }) => id));
  for (const id of Object.keys(gateways.networks)) {
    if (!ids.has(id)) log.warn({ network_id: id }, 'GATEWAYS_FILE names a network that is not configured');
  }
  const listed = listGateways(gateways);
  for (const { id, gatewayTimeoutMs } of known) {
    for (const mode of ['live', 'test'] as const) {
      const ofMode = listed.filter(
        ({ networkId, livemode }) => networkId === id && livemode === (mode === 'live'),
      );
      if (ofMode.length === 0) {
        log.warn(
          { network_id: id, mode },
          'GATEWAYS_FILE has no gateway for this network; its purchases are not delivered',
        );
      }
      refuseShortHolds(ofMode);
      const slow = ofMode.find(({ settings }) => settings.timeout_ms > gatewayTimeoutMs);
      if (slow === undefined) continue;
      throw new ConfigError(
        `GATEWAYS_FILE gives calls to ${id}${slow.route === MAIN_ROUTE ? '' : `, route ${slow.route},`} ${slow.settings.timeout_ms} ms, but its gateway_timeout_ms is ${gatewayTimeoutMs}. ` +
          'Lower timeout_ms in the file, or raise gateway_timeout_ms of the network.',
      );
    }
  }
}

/**
 * @throws ConfigError if a gateway of a network with several may still receive an order when an inquiry counts as "never received":
 * another gateway would then deliver it too.
 */
function refuseShortHolds(ofMode: readonly ConfiguredGateway[]): void {
  if (ofMode.length < 2) return;
  for (const { networkId, route, settings } of ofMode) {
    const leastMs = HELD_UP_MS + settings.timeout_ms;
    if (settings.hold_ms > leastMs) continue;
    throw new ConfigError(
      `GATEWAYS_FILE has a hold_ms of ${settings.hold_ms} for ${networkId}, route ${route}. An order could still be on its way to this gateway ` +
        `after that, and another gateway would deliver it too. Set hold_ms above ${leastMs}.`,
    );
  }
}

/**
 * Warns of every bundle whose product code a gateway of its network cannot order. Its purchases fail there with
 * `bundle_unavailable`; all other bundles can still be sold.
 */
export function checkProductCodes(
  gateways: GatewaysConfig,
  bundles: readonly BundleProduct[],
  log: Logger,
): void {
  const listed = listGateways(gateways);
  const routes = readRoutes(gateways);
  for (const { bundleId, networkId, productCode, routeCodes } of bundles) {
    for (const { networkId: of, livemode, route, settings } of listed) {
      if (of !== networkId) continue;
      // A network with one gateway orders the code of the bundle; a second one sells only what it has a code for.
      const own = routes.of(networkId, livemode).length > 1 ? routeCodes[route] : undefined;
      const code = own ?? (route === MAIN_ROUTE ? productCode : null);
      const misfit = code === null ? null : bindGateway(settings).checkProductCode(code);
      if (misfit === null) continue;
      const where = route === MAIN_ROUTE ? {} : { route };
      log.warn(
        {
          network_id: networkId,
          mode: livemode ? 'live' : 'test',
          ...where,
          bundle_id: bundleId,
          protocol: settings.protocol,
        },
        `the product code ${JSON.stringify(code)} of this bundle ${misfit}: every purchase of it fails there. ` +
          `Correct it with \`bundlewire bundle ${own === undefined ? 'import' : 'routes'}\`, or the gateway of the network`,
      );
    }
  }
}
