import type { GatewayAdapter } from '../../adapters/adapter.ts';
import type { AuditEntry } from '../../db/audit/record.ts';
import type { GatewayAlert } from '../../db/networks/gateway-alerts.ts';
import type { StaffAction } from '../../domain/approvals/staff.ts';
import type { AccountId } from '../../domain/ids.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import type { ReportedOutcome, SettleOutcome } from '../../domain/purchase/settlement.ts';

export type { GatewayAlert } from '../../db/networks/gateway-alerts.ts';

export interface SettleRequest extends ReportedOutcome {
  /** Whether a workflow may still wait for this purchase and must be notified; false if the workflow itself asks. */
  readonly endWorkflow: boolean;
  /** Recorded with the change if an operator made it; not recorded if nothing changed. */
  readonly record?: AuditEntry;
  /** What an operator wants to do to a pending purchase: done only if it needs no approval, or uses it up. */
  readonly action?: StaffAction;
}

/** Books the outcomes of purchases. */
export interface Ledger {
  /**
   * Settles a reported outcome from any source; idempotent. Returns the state of the purchase now, null if the account has no such
   * purchase.
   * @throws TransactionError when it may not have been settled: settle again.
   */
  settle(accountId: AccountId, request: SettleRequest): Promise<SettleOutcome | null>;
}

/** A gateway of a network, by default that of its main route; null when it has none in this mode. */
export type AdapterFor = (networkId: string, livemode: boolean, route?: string) => GatewayAdapter | null;

/** The routes of networks, as the gateways file has them. */
export interface NetworkRoutes {
  /** Those of a network that have a gateway in a mode. */
  of(networkId: string, livemode: boolean): readonly string[];
  /** Whether any network has more than one. */
  readonly several: boolean;
}

/** Where every network has one gateway. */
export const ONE_ROUTE_EACH: NetworkRoutes = { of: () => [MAIN_ROUTE], several: false };

/** Reports trouble of a whole gateway. It never fails and never waits, because the purchase matters more. */
export interface AlertSink {
  raise(alert: GatewayAlert): void;
}
