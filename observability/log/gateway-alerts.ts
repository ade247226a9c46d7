import type { Logger } from 'pino';

/** Logs alerts about gateways as errors, because a person must act on them. */
export function logGatewayAlerts(log: Logger) {
  return {
    onAlert({
      networkId,
      livemode,
      route,
      kind,
      detail,
    }: {
      readonly networkId: string;
      readonly livemode: boolean;
      readonly route: string;
      readonly kind: string;
      readonly detail: string;
    }) {
      log.error(
        { network_id: networkId, mode: livemode ? 'live' : 'test', route, alert: kind, detail },
        'gateway alert; see docs/operators.md, GatewayAlert',
      );
    },
    onFault: (error: unknown) => log.warn({ err: error }, 'gateway alert not recorded'),
  };
}
