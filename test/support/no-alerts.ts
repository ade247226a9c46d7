import type { Alerts } from '../../services/purchases/alerts.ts';

/** For tests in which nobody is to be alerted. */
export const NO_ALERTS: Alerts = { raise() {}, async idle() {} };
