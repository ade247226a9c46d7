import type { Pool } from 'pg';
import type { StaffAlert } from '../../contract/staff/alert.ts';
import { countOpenNews, readStandingAlerts } from '../../db/networks/gateway-alerts.ts';
import { listNetworkHealth } from '../../db/networks/override.ts';
import { readRouteWallets } from '../../db/networks/route-gauges.ts';
import { readBacklog, readRetryLateness } from '../../db/outbox/backlog.ts';
import { readPlatform } from '../../db/outbox/heartbeats.ts';
import { readQueueStates } from '../../db/outbox/queue-states.ts';
import { readPendingState } from '../../db/purchases/pending-ages.ts';
import { countAccountsToClose } from '../../db/statements/close-days.ts';
import { readLastVerification } from '../../db/statements/verifications.ts';
import type { AlertReadings } from '../../domain/alert-readings.ts';
import { judgeAlerts } from '../../domain/alerts.ts';
import { listBelowCost } from './margins.ts';

/** What is wrong now, as far as PostgreSQL shows it, the most urgent first. */
export async function listAlerts(pool: Pool): Promise<StaffAlert[]> {
  return judgeAlerts(await readReadings(pool)).map(({ since, ...alert }) => ({
    object: 'alert',
    ...alert,
    since: since?.toISOString() ?? null,
    runbook: `/docs/guides/operators.html#${alert.name.toLowerCase()}`,
  }));
}

async function readReadings(pool: Pool): Promise<AlertReadings> {
  const [
    platform,
    pending,
    open,
    outbox,
    retryLateSeconds,
    queues,
    networks,
    gatewayAlerts,
    routeWallets,
    belowCost,
    unclosed,
    verified,
  ] = await Promise.all([
    readPlatform(pool),
    readPendingState(pool),
    countOpenNews(pool),
    readBacklog(pool),
    readRetryLateness(pool),
    readQueueStates(pool),
    listNetworkHealth(pool),
    readStandingAlerts(pool),
    readRouteWallets(pool),
    listBelowCost(pool),
    countAccountsToClose(pool),
    readLastVerification(pool),
  ]);
  return {
    now: platform.at,
    relayAlive: platform.relayAlive,
    temporalReached: platform.temporalReached,
    overdue: pending.overdue,
    overdueSeconds: pending.overdueSeconds,
    lateConfirmations: open.lateConfirmations,
    contradictions: open.contradictions,
    outbox,
    retryLateSeconds,
    queues,
    networks,
    gatewayAlerts,
    routeWallets,
    belowCost,
    unclosed: Number(unclosed),
    verified,
  };
}
