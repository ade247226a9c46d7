import type { Logger } from 'pino';
import { bindGateway, type GatewaysConfig } from '../adapters/registry.ts';
import { ConfigError } from '../config/config.ts';
import type { BundleProduct, Network } from '../db/networks/networks.ts';

/**
 * Compares the gateways file with the configured networks. Warns of a network without a gateway and of a gateway without a
 * network: both buy nothing.
 * @throws ConfigError if a call could take longer than the fence allows for, and so deliver after `resolve_by`.
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
          'GATEWAYS_FILE has no gateway for this network; its purchases are not delivered',
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
