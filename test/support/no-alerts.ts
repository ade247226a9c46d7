import type { Alerts } from '../../settlement/alerts.ts';

/** For tests in which nobody is to be alerted. */
export const NO_ALERTS: Alerts = { raise() {}, async idle() {} };
