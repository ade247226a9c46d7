import { Client, Connection } from '@temporalio/client';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { clearOverride, overrideNetwork } from '../../../db/networks/override.ts';
import { type EventId, idFromUuid, type PurchaseId } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { forceResolve } from '../../../services/purchases/force-resolve.ts';
import { createSettleLane } from '../../../services/purchases/settle-lane.ts';
import { resendAsStaff } from '../../../services/staff/resend.ts';
import { purchaseWorkflowId, UPDATES } from '../../../workflows/names.ts';
import { messageOf } from '../../stack/failure.ts';
import type { OperatorAction, Traffic } from '../plan/traffic.ts';
import type { Observed } from './observed.ts';
import type { ChaosStack } from './stack.ts';

const TEMPORAL_MS = 20_000;
const WHO = { operator: 'chaos', reason: 'chaos run' } as const;
const KOBO = 100;

/** Operators, who do what the commands of `bundlewire` do, in the same functions. */
export interface ChaosOperator {
  act(action: OperatorAction): Promise<void>;
  resend(id: EventId): Promise<void>;
}

/** An operator of the stack, who writes down in `seen` what was done. */
export function createChaosOperator(stack: ChaosStack, traffic: Traffic, seen: Observed): ChaosOperator {
  // Servers may be down while the operator works, as for everyone.
  const noted = async (what: string, work: Promise<unknown>) => {
    const error = await work.then(() => null, messageOf);
    seen.hands.push({ what, error });
  };
  return {
    act: (action) => noted(action.kind, act(stack, traffic, action)),
    resend: (id) => noted('resend', resendAsStaff(stack.pool, id, null, WHO)),
  };
}

async function act(stack: ChaosStack, traffic: Traffic, action: OperatorAction): Promise<void> {
  const { pool, accounts } = stack;
  switch (action.kind) {
    case 'fund': {
      const account = accounts[action.account];
      if (account === undefined) throw new RangeError(`no account ${action.account}`);
      await fundAccount(pool, account.id, { ...WHO, type: 'funding', amount: action.naira * KOBO });
      return;
    }
    case 'close_network': {
      const override = {
        networkId: action.network,
        status: 'unavailable',
        message: 'closed',
        until: null,
      } as const;
      await overrideNetwork(pool, override, WHO);
      return;
    }
    case 'open_network':
      await clearOverride(pool, action.network, WHO);
      return;
    case 'resend': {
      const id = await pickRow(stack, 'SELECT id FROM events ORDER BY id', action.share);
      if (id !== null) await resendAsStaff(pool, idFromUuid('evt', id), null, WHO);
      return;
    }
    case 'requery': {
      const id = await pickRow(stack, PENDING, action.share);
      if (id !== null) await requery(stack, idFromUuid('pur', id));
      return;
    }
    default:
      await resolve(stack, traffic, action.share);
  }
}

const PENDING = "SELECT id FROM purchases WHERE status = 'pending' ORDER BY created_at, id";

/** Has the purchase's workflow ask the network now. */
async function requery({ temporalAddress }: ChaosStack, id: PurchaseId): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress, connectTimeout: TEMPORAL_MS });
  try {
    const client = new Client({ connection });
    const handle = client.workflow.getHandle(purchaseWorkflowId(id));
    const deadline = Date.now() + TEMPORAL_MS;
    await client.withDeadline(deadline, () => handle.executeUpdate(UPDATES.requery, { args: [WHO] }));
  } finally {
    await connection.close();
  }
}

/** Settles a pending purchase as the network says, which is what its simulator's book says. Otherwise leaves it alone. */
async function resolve(stack: ChaosStack, traffic: Traffic, share: number): Promise<void> {
  const { pool, lanePool } = stack;
  const uuid = await pickRow(stack, PENDING, share);
  if (uuid === null) return;
  const purchaseId = idFromUuid('pur', uuid);
  const entries = (await stack.readBooks()).flatMap(({ deliveries }) => deliveries);
  const entry = entries.find(({ gatewayReference }) => gatewayReference === toGatewayReference(purchaseId));
  const { rows } = await pool.query<{ reference: string }>({
    text: 'SELECT reference FROM purchases WHERE id = $1',
    values: [uuid],
  });
  const orders = [...traffic.orders, ...traffic.campaigns.flatMap(({ rows }) => rows)];
  const order = orders.find(({ reference }) => reference === rows[0]?.reference);
  const isDelivered = entry !== undefined && entry.deliveries > 0 && !entry.reversed;
  if (!isDelivered && order?.neverDelivered !== true) return;
  const outcome = isDelivered ? 'delivered' : 'not_delivered';
  const ledger = createSettleLane({ pool: lanePool, onOutbox: () => undefined });
  await forceResolve({ pool, ledger }, { ...WHO, purchaseId, outcome, evidence: 'the book of the network' });
}

/** The row that a share of the rows falls on: 0 is the first. */
async function pickRow({ pool }: ChaosStack, sql: string, share: number): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(sql);
  return rows[Math.floor(share * rows.length)]?.id ?? null;
}
