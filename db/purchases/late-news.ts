import type { PoolClient } from 'pg';
import { uuidOf } from '../../domain/ids.ts';
import { TAKEN_BACK } from '../../domain/purchase/late-settlement.ts';
import { keepContradictions } from './contradictions.ts';
import type { Postings } from './postings.ts';

/** What a settle transaction writes about reports that move no money. */
type LateNews = Pick<
  Postings,
  'at' | 'lateConfirmations' | 'reversedLateConfirmations' | 'contradictions' | 'lateInquiries'
>;

/** SQL: whether the network reversed the delivery of a row `c` of late_confirmations. The column is null for reversals of before. */
export const IS_TAKEN_BACK = `(c.taken_back_at IS NOT NULL OR c.resolution = '${TAKEN_BACK}'
                OR EXISTS (SELECT FROM contradictions
                            WHERE purchase_id = c.purchase_id AND kind = 'reversed_after_agreed_charge'))`;

/** Writes late confirmations, their ends, contradictions and inquiries to be made; in this order. */
export async function writeLateNews(tx: PoolClient, news: LateNews): Promise<void> {
  await Promise.all([
    news.lateConfirmations.length > 0 ? insertLateConfirmations(tx, news) : null,
    news.reversedLateConfirmations.length > 0 ? closeTakenBack(tx, news) : null,
    news.contradictions.length > 0 ? insertContradictions(tx, news) : null,
    news.lateInquiries.length > 0 ? insertLateInquiries(tx, news) : null,
  ]);
}

/**
 * Keeps that the network reversed deliveries, and ends the losses among them. What was decided before stays on record; if the client
 * has paid by agreement, operators must refund that.
 */
async function closeTakenBack(tx: PoolClient, { at, reversedLateConfirmations }: LateNews): Promise<void> {
  await tx.query({
    name: 'close-taken-back',
    text: `
      WITH closed AS (
        UPDATE late_confirmations
           SET taken_back_at = $1, resolved_at = coalesce(resolved_at, $1),
               resolution = CASE WHEN resolved_at IS NULL THEN $2 ELSE resolution END
         WHERE purchase_id = ANY ($3::uuid[]) AND taken_back_at IS NULL
      )
      ${keepContradictions(`
        SELECT purchase_id, 'reversed_after_agreed_charge' AS kind, $1::timestamptz AS at
          FROM late_confirmations
         WHERE purchase_id = ANY ($3::uuid[]) AND resolution = 'charged_by_agreement'`)}`,
    values: [at, TAKEN_BACK, reversedLateConfirmations.map((purchaseId) => uuidOf('pur', purchaseId))],
  });
}

async function insertContradictions(tx: PoolClient, { at, contradictions }: LateNews): Promise<void> {
  await tx.query({
    name: 'contradictions',
    text: keepContradictions(
      'SELECT purchase_id, kind, $1::timestamptz AS at FROM unnest($2::uuid[], $3::text[]) AS n (purchase_id, kind)',
    ),
    values: [
      at,
      contradictions.map(({ purchaseId }) => uuidOf('pur', purchaseId)),
      contradictions.map(({ kind }) => kind),
    ],
  });
}

async function insertLateConfirmations(tx: PoolClient, { at, lateConfirmations }: LateNews): Promise<void> {
  await tx.query({
    name: 'late-confirmations',
    text: `
      INSERT INTO late_confirmations (purchase_id, confirmed_at, network_reference, recorded_at)
      SELECT id, confirmed_at, network_reference, $1
        FROM unnest($2::uuid[], $3::timestamptz[], $4::text[]) AS l (id, confirmed_at, network_reference)
      ON CONFLICT (purchase_id) DO NOTHING`,
    values: [
      at,
      lateConfirmations.map(({ purchaseId }) => uuidOf('pur', purchaseId)),
      lateConfirmations.map(({ delivery }) => delivery.confirmedAt),
      lateConfirmations.map(({ delivery }) => delivery.networkReference),
    ],
  });
}

async function insertLateInquiries(tx: PoolClient, { at, lateInquiries }: LateNews): Promise<void> {
  await tx.query({
    name: 'late-inquiries',
    text: `
      INSERT INTO late_inquiries (purchase_id, opened_at, until)
      SELECT id, $1, until
        FROM unnest($2::uuid[], $3::timestamptz[]) AS l (id, until)
      ON CONFLICT (purchase_id) DO NOTHING`,
    values: [
      at,
      lateInquiries.map(({ purchaseId }) => uuidOf('pur', purchaseId)),
      lateInquiries.map(({ until }) => until),
    ],
  });
}
