import type { Logger } from 'pino';
import { bindGateway, type GatewaysConfig, listGateways } from '../adapters/registry.ts';
import { ConfigError } from '../config/config.ts';
import type { BundleProduct, Network } from '../db/networks/networks.ts';
import { MAIN_ROUTE } from '../domain/network/route.ts';

/**
 * Compares the gateways file with the configured networks. Warns of a network without a gateway and of a gateway without a
 * network: both buy nothing.
 * @throws ConfigError if a call could take longer than the fence allows for, and so deliver after `resolve_by`.
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
 * Warns of every bundle whose product code the gateways of its network cannot order. Its purchases fail with
 * `bundle_unavailable`; all other bundles can still be sold.
 */
export function checkProductCodes(
  { networks }: GatewaysConfig,
  bundles: readonly BundleProduct[],
  log: Logger,
): void {
  for (const { bundleId, networkId, productCode } of bundles) {
    for (const mode of ['live', 'test'] as const) {
      const gateway = networks[networkId]?.[mode] ?? null;
      const misfit = gateway === null ? null : bindGateway(gateway).checkProductCode(productCode);
      if (misfit === null) continue;
      log.warn(
        { network_id: networkId, mode, bundle_id: bundleId, protocol: gateway?.protocol },
        `the product code ${JSON.stringify(productCode)} of this bundle ${misfit}: every purchase of it fails. ` +
          'Correct it with `bundlewire bundle import`, or the gateway of the network',
      );
    }
  }
}
