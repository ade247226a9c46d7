import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';

/** Time before `resolve_by` that a send must leave in addition to the gateway's time limit. */
export const SEND_MARGIN_MS = 5_000;

/** What is needed to send or inquire of a purchase. */
export interface Sendable {
  readonly accountId: AccountId;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly phoneNumber: string;
  readonly productCode: string;
  /** When the first fence of the purchase on this route was opened. */
  readonly firstSentAt: Date;
  /** Its gateway. */
  readonly route: string;
  /** Whether an earlier order of it may have reached that gateway, whatever the gateway said about it since. */
  readonly mayHaveReached: boolean;
  /** Least time between two orders for one number; 0 where the network has no such rule. */
  readonly numberSpacingMs: number;
  /** From when this fence was opened to `resolve_by`. */
  readonly resolveWithinMs: number;
}

export type Fence =
  /** The row is committed: send now, once. */
  | { readonly kind: 'open'; readonly sendable: Sendable }
  /** This attempt was opened before. Unless its outcome was recorded, it is unknown whether it was sent. */
  | { readonly kind: 'already_open'; readonly clearedAs: string | null }
  /** An order on another route may still be delivered, or on this one, which takes each order once: nothing is sent. */
  | { readonly kind: 'elsewhere' }
  /** It was delivered, and is not settled yet: nothing is sent. */
  | { readonly kind: 'delivered' }
  | { readonly kind: 'final'; readonly status: PurchaseStatus }
  /** Too near `resolve_by`: nothing is sent. */
  | { readonly kind: 'too_late' };

interface FenceRow {
  readonly account_id: string;
  readonly livemode: boolean;
  readonly network_id: string;
  readonly phone_number: string;
  readonly product_code: string;
  readonly status: PurchaseStatus;
  /** When this attempt was opened just now, and when the first was, if there was one before. */
  readonly opened_at: Date | null;
  readonly first_sent_at: Date | null;
  readonly may_have_reached: boolean;
  readonly number_spacing_ms: number;
  readonly resolve_within_ms: number;
  readonly already_open: boolean;
  readonly cleared_as: string | null;
  readonly is_delivered: boolean;
}

/** The gateway to which a submission goes. */
export interface SubmissionRoute {
  readonly name: string;
  /** The code that is ordered there; null for the code of the purchase. */
  readonly productCode: string | null;
  /** Why this route, for operators; null where the network has one. */
  readonly why: string | null;
  /** Whether its gateway would take a second order under our key for another one. */
  readonly sendsOnce?: boolean;
}

/** Of a network that has one gateway. */
export const ONLY_ROUTE: SubmissionRoute = { name: MAIN_ROUTE, productCode: null, why: null };

/** The submission `s` certainly never reached its gateway. Never null. */
const IS_UNSENT = `(s.outcome IS NOT DISTINCT FROM 'not_submitted')`;

/**
 * Nothing of the submission `s` can be delivered any more. Before there were routes, only the outcome said so. Never null: a submission
 * without an outcome may be on its way.
 */
export const IS_CLEARED = `(s.cleared_as IS NOT NULL OR ${IS_UNSENT})`;

/** The route that may still deliver the purchase `p`; null if none may. The fence lets there be one at most. */
export const HELD_ROUTE = `(SELECT s.route FROM submissions s WHERE s.purchase_id = p.id AND NOT ${IS_CLEARED} LIMIT 1)`;

const CLEARED_AS = `CASE WHEN ${IS_CLEARED} THEN coalesce(s.cleared_as, s.outcome) END AS cleared_as`;

/**
 * Opens the fence for one send: a row committed before it, only while the purchase is pending and there is time.
 * FOR SHARE makes it wait for a settlement under way, and a settlement wait for it. The clock is read from the locked row,
 * so after that wait: a clock read before it would let a send pass that is too late by as much as was waited.
 * While an order on another route may still be delivered, or once a delivery is known, it does not open. Submissions are locked to
 * be read as they are after that wait too: a clearance may have been withdrawn.
 * Other tables are compared with $1, not with the row of the purchase: the plan is made once, maybe while the month is empty, and
 * only a parameter lets it leave the other months out.
 */
export async function openSubmission(
  db: Pool,
  purchaseId: PurchaseId,
  attempt: number,
  route: SubmissionRoute = ONLY_ROUTE,
): Promise<Fence> {
  const { rows } = await db.query<FenceRow>({
    name: 'open-submission',
    text: `
      WITH purchase AS (
        SELECT id, account_id, livemode, network_id, phone_number, product_code, status, resolve_by
          FROM purchases
         WHERE id = $1
           FOR SHARE
      ), clock AS MATERIALIZED (
        SELECT app_now() AS at FROM purchase
      ), others AS MATERIALIZED (
        SELECT ${IS_CLEARED} AS is_cleared
          FROM purchase p
         CROSS JOIN submissions s
         WHERE s.purchase_id = $1 AND (s.route <> $4 OR $7)
         ORDER BY s.attempt
           FOR SHARE OF s
      ), delivered AS MATERIALIZED (
        SELECT FROM purchase CROSS JOIN confirmations c WHERE c.purchase_id = $1
      ), opened AS (
        INSERT INTO submissions (purchase_id, attempt, sent_at, route, product_code, route_reason)
        SELECT p.id, $2, clock.at, $4, $5, $6
          FROM purchase p
          JOIN networks n ON n.id = p.network_id
         CROSS JOIN clock
         WHERE p.status = 'pending'
           AND clock.at < p.resolve_by - (n.gateway_timeout_ms + $3::int) * interval '1 millisecond'
           AND NOT EXISTS (SELECT FROM others WHERE NOT is_cleared)
           AND NOT EXISTS (SELECT FROM delivered)
        ON CONFLICT DO NOTHING
        RETURNING sent_at
      )
      SELECT p.account_id, p.livemode, p.network_id, p.phone_number, p.product_code, p.status,
             (SELECT sent_at FROM opened) AS opened_at,
             earlier.first_sent_at, earlier.may_have_reached,
             (SELECT number_spacing_ms FROM networks WHERE id = p.network_id) AS number_spacing_ms,
             (SELECT extract(epoch FROM p.resolve_by - at) * 1000 FROM clock)::bigint AS resolve_within_ms,
             EXISTS (SELECT FROM delivered) AS is_delivered,
             s.purchase_id IS NOT NULL   AS already_open,
             ${CLEARED_AS}
        FROM purchase p
       CROSS JOIN LATERAL (
             SELECT min(s.sent_at) AS first_sent_at, coalesce(bool_or(NOT ${IS_UNSENT}), false) AS may_have_reached
               FROM submissions s
              WHERE s.purchase_id = $1 AND s.route = $4) earlier
        LEFT JOIN submissions s ON s.purchase_id = $1 AND s.attempt = $2`,
    values: [
      uuidOf('pur', purchaseId),
      attempt,
      SEND_MARGIN_MS,
      route.name,
      route.productCode,
      route.why,
      route.sendsOnce === true,
    ],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no purchase ${purchaseId}`);

  if (row.opened_at !== null) {
    return { kind: 'open', sendable: readSendable(row, row.first_sent_at ?? row.opened_at, route) };
  }
  if (row.status !== 'pending') return { kind: 'final', status: row.status };
  if (row.already_open) return { kind: 'already_open', clearedAs: row.cleared_as };
  return row.is_delivered ? { kind: 'delivered' } : notOpened(db, purchaseId, attempt, route);
}

/** A row that another submit opened while this one waited for it is not in the snapshot of the statement that waited. */
async function notOpened(
  db: Pool,
  purchaseId: PurchaseId,
  attempt: number,
  route: SubmissionRoute,
): Promise<Fence> {
  const { rows } = await db.query<{ is_attempt: boolean; cleared_as: string | null }>({
    name: 'find-submission',
    text: `
      SELECT s.attempt = $2 AS is_attempt, ${CLEARED_AS}
        FROM submissions s
       WHERE s.purchase_id = $1 AND (s.attempt = $2 OR ((s.route <> $3 OR $4) AND NOT ${IS_CLEARED}))`,
    values: [uuidOf('pur', purchaseId), attempt, route.name, route.sendsOnce === true],
  });
  const own = rows.find(({ is_attempt }) => is_attempt);
  if (own !== undefined) return { kind: 'already_open', clearedAs: own.cleared_as };
  return { kind: rows.length > 0 ? 'elsewhere' : 'too_late' };
}

function readSendable(row: FenceRow, firstSentAt: Date, route: SubmissionRoute): Sendable {
  return {
    accountId: idFromUuid('acc', row.account_id),
    livemode: row.livemode,
    networkId: row.network_id,
    phoneNumber: row.phone_number,
    productCode: route.productCode ?? row.product_code,
    route: route.name,
    mayHaveReached: row.may_have_reached,
    firstSentAt,
    numberSpacingMs: row.number_spacing_ms,
    resolveWithinMs: row.resolve_within_ms,
  };
}
