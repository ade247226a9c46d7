import type { Logger } from 'pino';
import type { Adapters } from '../../adapters/registry.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { aroundCalls, readReason } from '../../services/health/around-calls.ts';
import type { AcceptLane } from '../../services/purchases/accept-lane.ts';
import type { Sender } from '../../services/webhooks/send.ts';

/**
 * Logs the steps of purchases, with ids and outcomes but never a phone number or an address. Start, end and failed steps
 * are `info`; successful steps are `debug`.
 */
export interface PurchaseLog {
  readonly settled: (purchase: Purchase) => void;
  /** Wraps the lane so that each row of a campaign that becomes a purchase is logged. */
  logRows(lane: AcceptLane): AcceptLane;
  /** Wraps the adapters so that each call about a purchase is logged. */
  logCalls(adapterFor: Adapters['adapterFor']): Adapters['adapterFor'];
  /** Wraps the sender so that each attempt is logged. */
  logSends(sender: Sender): Sender;
}

/** The fields by which a new purchase is found in the log. */
export function acceptedFacts({ order }: Purchase) {
  return {
    purchase_id: order.id,
    account_id: order.accountId,
    network_id: order.networkId,
    bundle_id: order.bundle.id,
    ...(order.batchId === null ? {} : { batch_id: order.batchId }),
  };
}

export function createPurchaseLog(log: Logger): PurchaseLog {
  return {
    settled({ order, state }) {
      const failure = state.status === 'failed' ? { failure_code: state.failureCode } : {};
      log.info(
        { purchase_id: order.id, account_id: order.accountId, status: state.status, ...failure },
        'purchase settled',
      );
    },
    logRows: (lane) => ({
      ...lane,
      async buy(accountId, request, signal) {
        const result = await lane.buy(accountId, request, signal);
        if (result.kind === 'accepted') log.info(acceptedFacts(result.purchase), 'row released as purchase');
        return result;
      },
    }),
    logCalls: (adapterFor) => logCalls(adapterFor, log),
    logSends: (sender) => logSends(sender, log),
  };
}

function logCalls(adapterFor: Adapters['adapterFor'], log: Logger): Adapters['adapterFor'] {
  return aroundCalls(adapterFor, async ({ networkId, livemode, call, purchaseId }, run) => {
    const began = performance.now();
    const outcome = await run();
    const facts = {
      purchase_id: purchaseId,
      network_id: networkId,
      mode: livemode ? 'live' : 'test',
      call,
      outcome: outcome.kind,
      reason: readReason(outcome),
      duration_ms: Math.round(performance.now() - began),
    };
    const isOpen = outcome.kind === 'unknown' || outcome.kind === 'not_submitted';
    log[isOpen ? 'info' : 'debug'](facts, 'gateway call');
    return outcome;
  });
}

function logSends(sender: Sender, log: Logger): Sender {
  return {
    ...sender,
    async send(delivery) {
      const result = await sender.send(delivery);
      const facts = {
        event_id: delivery.eventId,
        purchase_id: delivery.purchaseId,
        attempt: delivery.attempt,
        outcome: result.outcome,
        http_status: result.httpStatus,
        reason: result.error,
        duration_ms: result.durationMs,
      };
      log[result.outcome === 'failed' ? 'info' : 'debug'](facts, 'webhook attempt');
      return result;
    },
  };
}
