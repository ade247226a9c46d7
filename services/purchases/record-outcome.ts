import type { Pool } from 'pg';
import type { InquiryOutcome, SubmitOutcome } from '../../adapters/adapter.ts';
import { type Inquirable, storeGatewayId } from '../../db/purchases/inquiries.ts';
import { reopenSubmissions } from '../../db/purchases/routes.ts';
import { storeConfirmation } from '../../db/purchases/submissions.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { OutcomeReport } from '../../domain/purchase/purchase.ts';
import { noteCost } from './costs/compare-costs.ts';
import { noteOtherProduct, type Ordered, type ProductPorts } from './other-product.ts';
import type { Ledger } from './ports.ts';
import { noteRoute } from './routes/note-route.ts';
import type { Router } from './routes/router.ts';

/** Where a report of an outcome came from, apart from the answer to a submit. */
type OutcomeSource = 'inquiry' | 'callback';

export interface OutcomeOrigin {
  readonly source: OutcomeSource;
  /** Whether a workflow may still wait for the purchase and must be notified; false if the workflow itself asks. */
  readonly endWorkflow: boolean;
  /** When a stored callback was received, by the database's clock; left out if the report has just arrived. */
  readonly receivedAt?: Date;
}

/** A report that is final at the gateway; `expired` comes only from us. */
export type FinalReport = Exclude<OutcomeReport, { kind: 'expired' }>;

/** An outcome with the report that follows from it. */
export interface Reported {
  readonly outcome: SubmitOutcome | InquiryOutcome;
  readonly report: OutcomeReport;
  readonly endWorkflow: boolean;
}

/** Books what gateways report about purchases. */
export interface OutcomeRecorder {
  /**
   * Applies a gateway's report about a purchase: stores a confirmation first, books a final outcome, and returns what was booked;
   * null if nothing was final. Late reports are handled the same way: the settle transaction decides what they may change.
   */
  apply(
    purchase: Inquirable,
    outcome: InquiryOutcome,
    origin: OutcomeOrigin,
  ): Promise<FinalReport['kind'] | null>;
  /** Books a report whose confirmation is already stored, and records if another product was delivered than ordered. */
  book(order: Ordered & { readonly accountId: AccountId }, reported: Reported): Promise<void>;
}

export interface OutcomePorts extends ProductPorts {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly router: Pick<Router, 'hasSeveral'>;
}

export function createOutcomeRecorder({ ledger, router, ...products }: OutcomePorts): OutcomeRecorder {
  const { pool } = products;
  const noting = { pool, router };
  const settle: OutcomeRecorder['book'] = async (order, { outcome, report, endWorkflow }) => {
    const { accountId, purchaseId } = order;
    await ledger.settle(accountId, { purchaseId, report, endWorkflow });
    await noteOtherProduct(products, order, outcome);
    await noteCost(pool, order, outcome);
  };
  return {
    async book(order, reported) {
      const { report } = reported;
      if (report.kind === 'expired' || (await noteRoute(noting, order, report)))
        await settle(order, reported);
    },
    async apply(purchase, outcome, { source, endWorkflow, receivedAt }) {
      const { purchaseId } = purchase;
      const report = toFinalReport(outcome);
      // Before the confirmation, which charges for the purchase: a reversed delivery must not.
      if (report !== null && !(await noteRoute(noting, purchase, report))) return report.kind;
      if (outcome.kind === 'confirmed' || (outcome.kind === 'reversed' && outcome.deliveryKnown)) {
        await storeConfirmation(pool, purchaseId, outcome, source, receivedAt);
      }
      if (outcome.kind === 'pending' || outcome.kind === 'unconfirmed') {
        if (outcome.gatewayId !== null) await storeGatewayId(pool, purchase, outcome.gatewayId);
        if (router.hasSeveral(purchase.networkId, purchase.livemode)) await reopenSubmissions(pool, purchase);
      }
      if (report === null) return null;
      await settle(purchase, { outcome, report, endWorkflow });
      return report.kind;
    },
  };
}

function toFinalReport(outcome: InquiryOutcome): FinalReport | null {
  switch (outcome.kind) {
    case 'confirmed':
      return { kind: 'confirmed', delivery: outcome };
    case 'refused':
      return { kind: 'refused', code: outcome.code };
    case 'reversed':
      return outcome.deliveryKnown
        ? { kind: 'reversed', delivery: outcome, reversal: outcome }
        : { kind: 'voided', code: 'network_rejected', reversal: outcome };
    case 'pending':
    case 'unconfirmed':
    case 'not_found':
    case 'unavailable':
      return null;
    default:
      return assertNever(outcome);
  }
}
