import type { Logger } from 'pino';
import { bindGateway, type GatewaysConfig } from '../adapters/registry.ts';
import { ConfigError } from '../config/config.ts';
import type { BundleProduct, Network } from '../db/networks/networks.ts';

/**
 * Holds the gateways file against the networks as they are configured. Warns of what buys nothing: a network without a
 * gateway, a gateway without a network.
 * @throws ConfigError where a call could outlive what the fence reckons with, and so deliver after `resolve_by`.
 */
export function checkGateways({ networks }: GatewaysConfig, known: readonly Network[], log: Logger): void {
  const ids = new Set(known.map(({ id }) => id));
  for (const id of Object.keys(networks)) {
    if (!ids.has(id)) log.warn({ network_id: id }, 'GATEWAYS_FILE names a network that is not configured');
  }
  for (const { id, gatewayTimeoutMs } of known) {
    for (const mode of ['live', 'test'] as const) {
      const gateway = networks[id]?.[mode] ?? null;
      if (gateway === null) {
        log.warn(
          { network_id: id, mode },
          'GATEWAYS_FILE has no gateway for this network: it delivers nothing',
        );
      } else if (gateway.timeout_ms > gatewayTimeoutMs) {
        throw new ConfigError(
          `GATEWAYS_FILE gives calls to ${id} ${gateway.timeout_ms} ms, but its gateway_timeout_ms is ${gatewayTimeoutMs}. ` +
            'Lower timeout_ms in the file, or raise gateway_timeout_ms of the network.',
        );
      }
    }
  }
}

/**
 * Warns of every bundle whose product code the gateways of its network cannot make an order of. Its purchases fail, with
 * `bundle_unavailable`; that is no reason to keep all other bundles from being sold.
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
