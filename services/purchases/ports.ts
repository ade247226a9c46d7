import type { GatewayAdapter } from '../../adapters/adapter.ts';
import type { OperatorAction } from '../../db/accounts/operator-actions.ts';
import type { GatewayAlert } from '../../db/networks/gateway-alerts.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { ReportedOutcome, SettleOutcome } from '../../domain/purchase/settlement.ts';

export type { GatewayAlert } from '../../db/networks/gateway-alerts.ts';

export interface SettleRequest extends ReportedOutcome {
  /** Whether a workflow may still wait for this purchase and must be told; false when the workflow itself asks. */
  readonly endWorkflow: boolean;
  /** What is recorded with the change where an operator made it; not recorded when nothing was changed. */
  readonly record?: OperatorAction;
}

/** Books what became of purchases. */
export interface Ledger {
  /**
   * Settles a reported outcome, wherever it came from; idempotent. Answers where the purchase stands now, null when the
   * account has no such purchase.
   * @throws TransactionError when it may not have been settled: settle again.
   */
  settle(accountId: AccountId, request: SettleRequest): Promise<SettleOutcome | null>;
}

/** The gateway of a network; null when it has none in this mode. */
export type AdapterFor = (networkId: string, livemode: boolean) => GatewayAdapter | null;

/** Where trouble of a whole gateway is reported. It never fails and never waits: the purchase matters more. */
export interface AlertSink {
  raise(alert: GatewayAlert): void;
}
