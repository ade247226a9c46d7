import type { Pool } from 'pg';
import { type OperatorActor, recordAction } from '../../db/audit/record.ts';
import { findInquirable } from '../../db/purchases/inquiries.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import type { Inquirer } from '../purchases/inquire.ts';
import { forSeveral } from './several.ts';

/** What a gateway reported about a purchase when the staff asked. */
export interface Requeried {
  readonly id: PurchaseId;
  readonly asked: boolean;
  readonly answer: string;
}

export interface RequeryPorts {
  readonly pool: Pool;
  readonly inquirer: Pick<Inquirer, 'inquire'>;
}

/** Longest time for one purchase, in ms. The limits of adapters are below it. */
const ASK_MS = 15_000;

/** Asks the gateways for the outcomes of pending purchases, and books what is final. Each request is in the audit log. */
export async function requery(
  ports: RequeryPorts,
  ids: readonly PurchaseId[],
  actor: OperatorActor,
): Promise<Requeried[]> {
  return forSeveral(ids, (id) => requeryOne(ports, id, actor));
}

async function requeryOne(
  { pool, inquirer }: RequeryPorts,
  id: PurchaseId,
  actor: OperatorActor,
): Promise<Requeried> {
  const purchase = await findInquirable(pool, id);
  if (purchase === null) return { id, asked: false, answer: 'no_purchase' };
  if (purchase.status !== 'pending') return { id, asked: false, answer: 'final' };
  // As in the workflow: the log of the platform, since the account's own shows what changed for the client.
  const entry = { ...actor, action: 'purchase_requery', accountId: null, subject: id } as const;
  await inTransaction(pool, (tx) => recordAction(tx, entry));
  const signal = AbortSignal.timeout(ASK_MS);
  try {
    const request = { purchaseId: id, source: 'inquiry', endWorkflow: true } as const;
    const verdict = await inquirer.inquire(request, signal);
    return {
      id,
      asked: true,
      answer: verdict.kind === 'settled' ? verdict.report : (verdict.reply?.kind ?? verdict.kind),
    };
  } catch (error) {
    if (signal.aborted) return { id, asked: true, answer: 'no_answer' };
    throw error;
  }
}
