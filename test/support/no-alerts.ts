import type { AlertSink } from '../../services/purchases/ports.ts';

/** For tests that raise no alerts. */
export const NO_ALERTS: AlertSink = { raise() {} };
