import { Context } from '@temporalio/activity';
import { type OperatorActor, recordAction } from '../db/audit/record.ts';
import { findInquirable, postponeNextAction } from '../db/purchases/inquiries.ts';
import { endLateInquiry as recordEnd } from '../db/purchases/late-inquiries.ts';
import { inTransaction } from '../db/transaction.ts';
import type { PurchaseId } from '../domain/ids.ts';
import type { ExpiryVerdict, InquiryVerdict, SubmitVerdict } from '../domain/purchase/verdict.ts';
import type { Expirer } from '../services/purchases/expire.ts';
import { type Forced, type ForceRequest, forceResolve } from '../services/purchases/force-resolve.ts';
import type { Inquirer } from '../services/purchases/inquire.ts';
import { inquireLate } from '../services/purchases/inquire-late.ts';
import type { Ledger } from '../services/purchases/ports.ts';
import { type SubmitPorts, type SubmitRequest, submitPurchase } from '../services/purchases/submit.ts';

interface OfPurchase {
  readonly purchaseId: PurchaseId;
}

interface InquireInput extends OfPurchase {
  readonly nextActionMs: number;
  readonly askedBy?: OperatorActor;
}

export interface PurchaseActivityPorts extends SubmitPorts {
  readonly ledger: Ledger;
  readonly inquirer: Inquirer;
  readonly expirer: Expirer;
}

/** The activities of purchase workflows. They do not retry or interpret: they call one port and return data. */
export function createPurchaseActivities(ports: PurchaseActivityPorts) {
  const { pool, ledger, inquirer, expirer } = ports;
  return {
    /** Sends once per attempt; throws only if it is unknown whether the order was sent. */
    submit(request: SubmitRequest): Promise<SubmitVerdict> {
      return submitPurchase(ports, request, Context.current().cancellationSignal);
    },

    /** Asks the gateway; `askedBy` names the operator who requested it out of turn. */
    async inquire({ purchaseId, nextActionMs, askedBy }: InquireInput): Promise<InquiryVerdict> {
      await postponeNextAction(pool, purchaseId, nextActionMs);
      if (askedBy !== undefined) {
        const action = { action: 'purchase_requery', accountId: null, subject: purchaseId } as const;
        await inTransaction(pool, (tx) => recordAction(tx, { ...askedBy, ...action }));
      }
      const request = { purchaseId, source: 'inquiry', endWorkflow: false } as const;
      return inquirer.inquire(request, Context.current().cancellationSignal);
    },

    /** Settles the purchase if it is due by PostgreSQL's clock. */
    async expire({ purchaseId }: OfPurchase): Promise<ExpiryVerdict> {
      const purchase = await findInquirable(pool, purchaseId);
      if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);

      const request = { accountId: purchase.accountId, purchaseIds: [purchaseId], endWorkflow: false };
      const [expired] = await expirer.expire(request, Context.current().cancellationSignal);
      if (expired === undefined) throw new TypeError('every purchase has a result');
      if ('error' in expired) throw expired.error;
      return expired.verdict;
    },

    /** One inquiry after a timeout; returns the outcome once it is conclusive. */
    async inquireLate({ purchaseId }: OfPurchase): Promise<{ outcome: string | null }> {
      return { outcome: await inquireLate(ports, purchaseId, Context.current().cancellationSignal) };
    },

    /** Books what an operator found out with the network. */
    async forceResolve(request: ForceRequest): Promise<Forced> {
      return forceResolve({ pool, ledger }, request);
    },

    async endLateInquiry({ purchaseId, outcome }: OfPurchase & { outcome: string }): Promise<void> {
      await recordEnd(pool, purchaseId, outcome);
    },
  };
}

export type PurchaseActivities = ReturnType<typeof createPurchaseActivities>;
