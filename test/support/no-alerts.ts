import type { AlertSink } from '../../services/purchases/ports.ts';

/** For tests in which nobody is to be alerted. */
export const NO_ALERTS: AlertSink = { raise() {} };
