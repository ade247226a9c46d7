import type { Logger } from 'pino';

/** Puts alerts about gateways into the log, as errors: a person has to look after them. */
export function logGatewayAlerts(log: Logger) {
  return {
    onAlert({
      networkId,
      livemode,
      kind,
      detail,
    }: {
      readonly networkId: string;
      readonly livemode: boolean;
      readonly kind: string;
      readonly detail: string;
    }) {
      log.error(
        { network_id: networkId, mode: livemode ? 'live' : 'test', alert: kind, detail },
        'a gateway needs attention: see docs/gateways.md',
      );
    },
    onFault: (error: unknown) => log.warn({ err: error }, 'an alert could not be recorded'),
  };
}
