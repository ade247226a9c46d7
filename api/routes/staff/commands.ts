import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { FIELD_RULES } from '../../../contract/field-rules.ts';
import type { ResolvePurchase } from '../../../contract/staff/commands.ts';
import type { OperatorActor } from '../../../db/audit/record.ts';
import { closeContradictions } from '../../../db/purchases/contradictions.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { findPurchase } from '../../../db/purchases/purchases.ts';
import { findTraced } from '../../../db/purchases/trace.ts';
import { type PurchaseId, readId } from '../../../domain/ids.ts';
import { holdsNumber } from '../../../domain/masking.ts';
import { explainRecording } from '../../../domain/purchase/late-evidence.ts';
import type { Purchase } from '../../../domain/purchase/purchase.ts';
import { confirmLate } from '../../../services/purchases/confirm-late.ts';
import { forceResolve } from '../../../services/purchases/force-resolve.ts';
import { requery } from '../../../services/staff/requery.ts';
import { forSeveral } from '../../../services/staff/several.ts';
import { apiError } from '../../plugins/api-error.ts';
import { staffActor } from '../../plugins/sessions/staff-rights.ts';
import {
  CLOSE_CONTRADICTIONS,
  DECIDE_LATE,
  RECORD_LATE,
  REQUERY,
  RESOLVE,
  RESOLVE_SEVERAL,
} from './command-schemas.ts';
import { type StaffDeps, unknownToStaff } from './deps.ts';
import { whole } from './list.ts';
import { movingMoney } from './missing.ts';

type Order = Purchase['order'];
type GivenOutcome = Omit<z.output<typeof ResolvePurchase>, 'reason'>;

/** What the staff does to purchases. */
export function staffCommandRoutes({ pools, ledger, inquirer }: StaffDeps): FastifyPluginAsyncZod {
  const pool = pools.reads;
  const find = async (text: string, param = 'purchase_id'): Promise<Purchase> => {
    const id = readId('pur', text);
    const [found] = id === null ? [] : await findTraced(pool, { id }, null);
    const purchase = found === undefined ? null : await findPurchase(pool, found.accountId, found.id);
    if (purchase === null) throw unknownToStaff('purchase', param);
    return purchase;
  };
  const resolve = async (order: Order, { code, ...given }: GivenOutcome, actor: OperatorActor) => {
    const { outcome, evidence, network_reference: networkReference } = given;
    const forced = await forceResolve(
      { pool, ledger },
      {
        ...actor,
        purchaseId: order.id,
        outcome,
        evidence,
        ...(outcome === 'delivered' && networkReference !== undefined ? { networkReference } : {}),
        ...(outcome === 'not_delivered' && code !== undefined ? { code } : {}),
      },
    );
    return { purchase_id: order.id, ...forced };
  };
  return async (app) => {
    const asks = { staffRight: 'purchases:requery' } as const;
    app.post('/purchases/requery', { schema: REQUERY, config: asks }, async (request) => {
      const { purchase_ids: texts, reason } = request.body;
      const results = await requery({ pool, inquirer }, readIds(texts), staffActor(request, reason));
      return whole(results.map(({ id, ...result }) => ({ purchase_id: id, ...result })));
    });

    const resolves = { staffRight: 'purchases:resolve' } as const;
    const ofPurchase = '/purchases/:purchase_id';
    app.post('/purchases/resolve', { schema: RESOLVE_SEVERAL, config: resolves }, async (request) => {
      const { purchase_ids: texts, reason, ...outcome } = request.body;
      const orders = await forSeveral(readIds(texts), async (id) => (await find(id, 'purchase_ids')).order);
      for (const order of orders) refuseNumber(outcome.evidence, order);
      const actor = staffActor(request, reason);
      return whole(await forSeveral(orders, (order) => resolve(order, outcome, actor)));
    });
    app.post(`${ofPurchase}/resolve`, { schema: RESOLVE, config: resolves }, async (request) => {
      const { reason, ...outcome } = request.body;
      const { order } = await find(request.params.purchase_id);
      refuseNumber(outcome.evidence, order);
      return resolve(order, outcome, staffActor(request, reason));
    });

    app.post(
      `${ofPurchase}/late-confirmations`,
      { schema: RECORD_LATE, config: resolves },
      async (request) => {
        const { reason, evidence, network_reference: networkReference } = request.body;
        const { order } = await find(request.params.purchase_id);
        refuseNumber(evidence, order);
        const reference = networkReference === undefined ? {} : { networkReference };
        const actor = staffActor(request, reason);
        const done = await confirmLate(pool, { ...actor, purchaseId: order.id, evidence, ...reference });
        const { late, ...result } = done;
        return {
          purchase_id: order.id,
          ...result,
          source: late?.source ?? null,
          resolution: late?.resolution ?? null,
          message: explainRecording(order.id, done),
        };
      },
    );

    const decides = { staffRight: 'money:write' } as const;
    app.post(`${ofPurchase}/late-confirmation`, { schema: DECIDE_LATE, config: decides }, async (request) => {
      const { resolution, reason } = request.body;
      const { order } = await find(request.params.purchase_id);
      const actor = staffActor(request, reason);
      if (!(await movingMoney(() => resolveLateConfirmation(pool, order.id, resolution, actor))))
        throw unknownToStaff('open late confirmation', 'purchase_id');
      return { purchase_id: order.id, resolution };
    });

    app.post(
      `${ofPurchase}/contradictions/close`,
      { schema: CLOSE_CONTRADICTIONS, config: resolves },
      async (request) => {
        const { order } = await find(request.params.purchase_id);
        const closed = await closeContradictions(pool, order.id, staffActor(request, request.body.reason));
        if (closed.length === 0) throw unknownToStaff('open contradiction', 'purchase_id');
        return { purchase_id: order.id, closed: [...closed] };
      },
    );
  };
}

/** @throws ApiError if the evidence holds the phone number: it stays on record. */
function refuseNumber(evidence: string, { phoneNumber }: Order): void {
  if (!holdsNumber(evidence, phoneNumber)) return;
  const values = { field: 'evidence', rule: FIELD_RULES.evidence };
  throw apiError('field_invalid', { values, param: 'evidence' });
}

/** Each once. @throws ApiError for a text that is no id of a purchase. */
function readIds(texts: readonly string[]): PurchaseId[] {
  const ids = texts.map((text) => {
    const id = readId('pur', text);
    if (id === null) throw unknownToStaff('purchase', 'purchase_ids');
    return id;
  });
  return [...new Set(ids)];
}
