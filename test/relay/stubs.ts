import type { TemporalLink } from '../../relay/temporal-link.ts';
import type { Deliveries } from '../../webhooks/deliver.ts';

/** A link to a Temporal server that is never there. */
export function temporalDown(): TemporalLink {
  return {
    isOpen: () => false,
    open() {},
    connected: Promise.resolve(null),
    unreachable: Promise.resolve(),
    call: () => Promise.reject(new Error('no connection to Temporal')),
    async stopConnecting() {},
    async close() {},
  };
}

/** Where nobody is told. */
export const NO_DELIVERIES: Deliveries = {
  beginFirst: (attempts) => Promise.resolve(attempts.map(() => Promise.resolve())),
  deliverAgain: () => Promise.resolve('no_endpoint'),
};
