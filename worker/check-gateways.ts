import type { Logger } from 'pino';
import type { GatewaysConfig } from '../adapters/registry.ts';
import { ConfigError } from '../config.ts';
import type { Network } from '../db/networks.ts';

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
