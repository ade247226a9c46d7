import type { RowOutcome } from '../../../db/batches/outcomes.ts';
import type { BatchToRelease, WaitingRow } from '../../../db/batches/release.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import { refuseRecent } from '../../../domain/batch/duplicate-findings.ts';
import { rowError } from '../../../domain/batch/findings.ts';
import type { LimitedLine, PricedLine } from '../../../domain/batch/pause-messages.ts';
import type { BatchRelease } from '../../../domain/batch/release.ts';
import type { RowError } from '../../../domain/batch/rows/row.ts';
import { computeFingerprint } from '../../../domain/crypto/fingerprint.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { networkOfPrefix } from '../../../domain/network/number-plan.ts';
import { Overloaded, Withdrawn } from '../../lane.ts';
import type { AcceptLane } from '../../purchases/accept-lane.ts';
import type { BuyRequest, BuyResult } from '../../purchases/buy-request.ts';
import { type RowFields, type RowLayout, readFields } from '../cells.ts';
import { columnName, refusalError } from '../row-errors.ts';
import type { AccountTerms } from '../rows.ts';

export interface ReleasePage {
  readonly release: BatchRelease;
  readonly batch: BatchToRelease;
  readonly layout: RowLayout;
  readonly terms: AccountTerms;
}

export interface BoughtRows {
  /** Outcomes of rows that are done; the other rows still wait. */
  readonly outcomes: readonly RowOutcome[];
  /** First row that the balance did not cover, if that pauses the batch. */
  readonly shortAt: PricedLine | null;
  /** First row that would lift what the batch has spent above its approved cost: the batch pauses there. */
  readonly overAt: PricedLine | null;
  /** First row that would exceed a spending limit of the account or a cap of the key: the batch pauses there. */
  readonly limitAt: LimitedLine | null;
}

/**
 * Buys rows through the account's lane, all concurrently.
 * @param ownOf returns which of the given purchases belong to this batch.
 * @throws the first error that leaves a row's outcome unknown, after every row has been answered. Buying the rows again finds
 * their outcomes.
 */
export async function buyRows(
  lane: AcceptLane,
  page: ReleasePage,
  rows: readonly WaitingRow[],
  ownOf: (ids: readonly PurchaseId[]) => Promise<ReadonlySet<PurchaseId>>,
  signal: AbortSignal,
): Promise<BoughtRows> {
  const asked = rows.map((row) => ({ row, ...toBuyRequest(page, row) }));
  const answers = await Promise.all(
    asked.map(({ request }) => readAnswer(lane.buy(page.batch.accountId, request, signal))),
  );
  const failed = answers.find((answer) => answer.kind === 'failed');
  if (failed?.kind === 'failed') throw failed.error;

  const own = await ownOf(
    answers.flatMap((answer) => (answer.kind === 'replayed' ? [answer.purchaseId] : [])),
  );
  const outcomes: RowOutcome[] = [];
  let shortAt: PricedLine | null = null;
  let overAt: PricedLine | null = null;
  let limitAt: LimitedLine | null = null;
  for (const [index, { row, fields, request }] of asked.entries()) {
    const answer = answers[index];
    if (answer === undefined) throw new TypeError('a row without an answer');
    const outcome = toRowOutcome(page, row, fields, request, answer, own);
    const priced = { line: row.line, price: priceOf(page.batch, row, request, answer) };
    if (outcome === 'waits') continue;
    if (outcome === 'short') shortAt ??= priced;
    else if (outcome === 'over') overAt ??= priced;
    else if (outcome.kind === 'limited') limitAt ??= { ...priced, excess: outcome.excess };
    else outcomes.push(outcome);
  }
  return { outcomes, shortAt, overAt, limitAt };
}

/** What a row costs, for the message of a batch that pauses there. */
function priceOf(
  { pricesLocked }: BatchToRelease,
  row: WaitingRow,
  { offer }: BuyRequest,
  answer: Answer,
): number {
  if (answer.kind === 'over_approved_cost') return answer.price;
  return pricesLocked ? row.price : (offer?.price ?? row.price);
}

function toBuyRequest(
  { release, batch, layout, terms }: ReleasePage,
  row: WaitingRow,
): { readonly fields: RowFields; readonly request: BuyRequest } {
  const fields = readFields(layout, row.cells, row.chosen);
  const { phoneNumber, bundleId, networkId, metadata } = fields;
  const request: BuyRequest = {
    purchaseId: newId('pur'),
    reference: row.reference,
    fingerprint: computeFingerprint({
      reference: row.reference,
      phone_number: phoneNumber,
      bundle_id: bundleId,
      ...(networkId === null ? {} : { network_id: networkId }),
      metadata,
    }),
    phoneNumber,
    bundleId,
    requestedNetworkId: networkId,
    offer: terms.offers.get(bundleId) ?? null,
    checkedPrice: row.price,
    prefixNetworkId: networkOfPrefix(terms.prefixes, phoneNumber),
    offers: terms.offers,
    metadata,
    repeatWindowHours: batch.repeatWindowHours,
    repeatSince: batch.repeatSince,
    release,
  };
  return { fields, request };
}

type Answer =
  | BuyResult
  /** The lane did not serve the request: nothing was bought. */
  | { readonly kind: 'not_served' }
  | { readonly kind: 'failed'; readonly error: unknown };

async function readAnswer(buying: Promise<BuyResult>): Promise<Answer> {
  try {
    return await buying;
  } catch (error) {
    if (error instanceof Withdrawn || error instanceof Overloaded) return { kind: 'not_served' };
    return { kind: 'failed', error };
  }
}

/** `waits`: the row is released later. `short`, `over`: the balance or the approved cost did not cover it, so the batch pauses. */
function toRowOutcome(
  { batch, layout }: ReleasePage,
  { line, reference }: WaitingRow,
  fields: RowFields,
  request: BuyRequest,
  answer: Answer,
  own: ReadonlySet<PurchaseId>,
):
  | RowOutcome
  | 'waits'
  | 'short'
  | 'over'
  | { readonly kind: 'limited'; readonly excess: LimitedLine['excess'] } {
  const refused = (error: RowError, purchaseId: PurchaseId | null): RowOutcome => ({
    line,
    kind: 'refused',
    error,
    purchaseId,
  });
  switch (answer.kind) {
    case 'accepted':
      return { line, kind: 'released', purchaseId: answer.purchase.order.id };
    case 'replayed': {
      const { purchaseId } = answer;
      if (own.has(purchaseId)) return { line, kind: 'released', purchaseId };
      return refused(rowError('already_bought', null, { reference, purchase: purchaseId }), purchaseId);
    }
    case 'conflict': {
      const { purchaseId } = answer;
      return refused(rowError('reference_used', null, { reference, purchase: purchaseId }), purchaseId);
    }
    case 'repeated': {
      const { earlier } = answer;
      return refused(refuseRecent(columnName(layout, layout.phoneNumber), earlier), earlier.purchaseId);
    }
    case 'refused': {
      const { refusal } = answer;
      // Its network may soon accept purchases again.
      if (refusal.kind === 'network_unavailable') return 'waits';
      if (refusal.kind === 'spending_limit' || refusal.kind === 'spend_cap')
        return { kind: 'limited', excess: refusal.excess };
      if (refusal.kind !== 'insufficient_balance') {
        return refused(refusalError(refusal, fields, request, layout), null);
      }
      if (batch.onInsufficientBalance === 'pause') return 'short';
      return refused(rowError('balance_insufficient', null, {}), null);
    }
    case 'over_approved_cost':
      return 'over';
    case 'batch_stopped':
    case 'not_served':
    case 'failed':
      return 'waits';
    default:
      return assertNever(answer);
  }
}
