import type { PoolClient } from 'pg';
import { type OperatorActor, recordAction } from '../../db/audit/record.ts';
import type { GatewayDay } from '../../domain/network/reconciliation-request.ts';
import type { Reconciled } from '../purchases/reconciled.ts';

/** Adds a comparison to the audit log, which is the list of comparisons. `facts` are added to what was compared and found. */
export async function recordReconciled(
  tx: PoolClient,
  actor: OperatorActor,
  { networkId, livemode, route, day }: GatewayDay,
  { ours, listed, findings }: Extract<Reconciled, { kind: 'reconciled' }>,
  facts: object = {},
): Promise<void> {
  await recordAction(tx, {
    ...actor,
    action: 'gateway_reconcile',
    accountId: null,
    subject: networkId,
    details: { date: day, livemode, route, ours, listed, findings: findings.length, ...facts },
  });
}
