import type { Pool } from 'pg';
import type { GatewayAdapter } from '../../adapters/adapter.ts';
import type { CrashPoint } from '../../domain/purchase/crash-points.ts';
import type { Alerts } from './alerts.ts';
import type { SettleLane } from './settle-lane.ts';

export interface SubmitDeps {
  readonly pool: Pool;
  readonly settleLane: SettleLane;
  /** Null when the network has no gateway in this mode. */
  readonly adapterFor: (networkId: string, livemode: boolean) => GatewayAdapter | null;
  readonly alerts: Alerts;
  /** Given by fault tests alone. */
  readonly crashPoint?: CrashPoint;
}
