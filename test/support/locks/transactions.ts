import { randomBytes } from 'node:crypto';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { replaceAllowedRanges } from '../../../db/accounts/allowed-ranges.ts';
import { BY_OPERATOR, changeKey, issueKey, revokeKey, rotateKey } from '../../../db/accounts/key-changes.ts';
import { setLowBalanceAlert } from '../../../db/accounts/low-balance.ts';
import { setSandboxBalance } from '../../../db/accounts/sandbox.ts';
import { changePrices, setRateLimit } from '../../../db/accounts/terms.ts';
import { setTopUpDetails } from '../../../db/accounts/top-up.ts';
import { decideApproval } from '../../../db/approvals/decide.ts';
import { replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { recordRefusal } from '../../../db/audit/refusals.ts';
import { commandBatch } from '../../../db/batches/commands.ts';
import { completeBatch } from '../../../db/batches/complete.ts';
import { decideCorrections } from '../../../db/batches/corrections.ts';
import { labelBatch } from '../../../db/batches/labels.ts';
import { pauseAfterFirstRows } from '../../../db/batches/pauses.ts';
import { beginRelease } from '../../../db/batches/release.ts';
import { requestStart } from '../../../db/batches/request-start.ts';
import { resumeFundedBatches } from '../../../db/batches/resume.ts';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { assignAccount } from '../../../db/people/organisations.ts';
import { closeContradictions, recordContradiction } from '../../../db/purchases/contradictions.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { requeueSilent } from '../../../db/purchases/guard.ts';
import { postponeNextAction } from '../../../db/purchases/inquiries.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { reopenSubmissions } from '../../../db/purchases/routes.ts';
import { recordAnswer, storeConfirmation } from '../../../db/purchases/submissions.ts';
import { startRun } from '../../../db/recurrence/start-run.ts';
import { endDays } from '../../../db/statements/close-days.ts';
import { NO_APPROVAL_RULE } from '../../../domain/approvals/rule.ts';
import { NOTHING_AGREED } from '../../../domain/batch/agreement.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { minorUnits } from '../../../domain/money/money.ts';
import { networkQueue } from '../../../domain/network/queues.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import { changeRows } from '../../../services/batches/check/change-rows.ts';
import { recheckRows } from '../../../services/batches/check/recheck.ts';
import { releaseNextPage } from '../../../services/batches/release/page.ts';
import { createTurns } from '../../../services/batches/turns.ts';
import { createCatalogue } from '../../../services/catalogue/catalogue.ts';
import { confirmLate } from '../../../services/purchases/confirm-late.ts';
import { forceResolve } from '../../../services/purchases/force-resolve.ts';
import { CLIENT } from '../client-actor.ts';
import { NETWORK, OFFER, PRICE, wish } from '../purchases/lane-fixture.ts';
import { CONFIRMED, EXPIRED, REFUSED, REVERSED } from '../purchases/outcome-reports.ts';
import { ENDPOINT_TRANSACTIONS } from './endpoint-transactions.ts';
import { PRIVACY_TRANSACTIONS } from './privacy-transactions.ts';
import type { Process, Transact } from './transact.ts';
import { WEBHOOK_TRANSACTIONS } from './webhook-transactions.ts';

const ACTOR = { operator: 'test', reason: 'test' };
const FUNDING = { ...ACTOR, type: 'funding', amount: PRICE } as const;

const settle =
  (report: OutcomeReport, of: 'pending' | 'unsent' | 'late'): Transact =>
  ({ settleLane }, world) =>
    settleLane.settle(world.accountId, { purchaseId: world[of], report, endWorkflow: true });

const force =
  (outcome: 'delivered' | 'not_delivered'): Transact =>
  ({ pool, settleLane: ledger }, { pending: purchaseId }) =>
    forceResolve({ pool, ledger }, { ...ACTOR, purchaseId, outcome, evidence: 'ticket' });

const checkOf = ({ pool }: Process) => ({ pool, catalogue: createCatalogue(pool), turns: createTurns() });

/** Every transaction that locks an account, its purchases or its batches, or what refers to them. */
export const TRANSACTIONS: Readonly<Record<string, Transact>> = {
  'accept a purchase': ({ acceptLane }, { accountId }) => acceptLane.buy(accountId, wish(newUuid())),
  'accept a row of a batch': ({ acceptLane }, { accountId, release }) =>
    acceptLane.buy(accountId, wish(newUuid(), { release })),
  'settle a confirmation': settle(CONFIRMED, 'pending'),
  'settle a refusal': settle(REFUSED, 'unsent'),
  'settle an expiry': settle(EXPIRED, 'pending'),
  'settle a late reversal': settle(REVERSED, 'late'),
  'settle a contradiction': settle(CONFIRMED, 'late'),
  'resolve as delivered': force('delivered'),
  'resolve as not delivered': force('not_delivered'),
  'label a batch': ({ pool }, { accountId, doneBatchId }) =>
    labelBatch(pool, accountId, doneBatchId, { archived: true, note: 'done' }, ACTOR),
  'pause a batch': ({ pool }, { accountId, batchId }) => commandBatch(pool, accountId, batchId, 'pause'),
  'pause a batch as an operator': ({ pool }, { accountId, batchId }) =>
    commandBatch(pool, accountId, batchId, 'pause', ACTOR),
  'cancel a batch as an operator': ({ pool }, { accountId, batchId }) =>
    commandBatch(pool, accountId, batchId, 'cancel', ACTOR),
  'begin a release': ({ pool }, { batchId }) => beginRelease(pool, batchId),
  'release a page': ({ pool, acceptLane }, { release }) =>
    releaseNextPage(
      { pool, acceptLane, catalogue: createCatalogue(pool), onOutbox() {} },
      release,
      new AbortController().signal,
    ),
  'complete a batch': ({ pool }, { accountId, doneBatchId }) =>
    completeBatch(pool, accountId, doneBatchId, () => '{}'),
  'pause a batch after its first rows': ({ pool }, { accountId, firstRowsBatchId }) =>
    pauseAfterFirstRows(
      pool,
      accountId,
      firstRowsBatchId,
      () => 'done',
      () => '{}',
    ),
  'reject corrections': ({ pool }, { accountId, correctedBatchId }) =>
    decideCorrections(pool, accountId, correctedBatchId, 'reject', ACTOR, false),
  'change rows of a batch': (process, { accountId, correctedBatchId: id }) =>
    changeRows(checkOf(process), accountId, id, [{ line: 2, dropped: true }], null, CLIENT, false),
  'check rows of a batch again': (process, { accountId, correctedBatchId: id }) =>
    recheckRows(checkOf(process), accountId, id, CLIENT),
  'ask for the start of a batch': ({ pool }, { accountId, readyBatchId }) =>
    requestStart(pool, accountId, readyBatchId, { startAt: null, note: null }, CLIENT, NOTHING_AGREED),
  'start a run': ({ pool }, { accountId, readyBatchId, recurrenceId: id }) =>
    startRun(pool, { id, accountId, approvedCost: PRICE, keyId: null }, new Date(), readyBatchId, {
      amount: PRICE,
      currency: 'NGN',
    }),
  'approve a request': ({ pool }, { accountId, approvalId }) =>
    decideApproval(pool, accountId, approvalId, 'approve', ACTOR, null),
  'give an account to an organisation': ({ pool }, { accountId, organisationId }) =>
    assignAccount(pool, organisationId, accountId, ACTOR),
  'replace the rule for approvals': ({ pool }, { accountId }) =>
    replaceApprovalRule(pool, accountId, 'campaign_start', NO_APPROVAL_RULE, ACTOR),
  'resume funded batches': ({ pool }) => resumeFundedBatches(pool),
  'settle a late confirmation with the network': ({ pool }, { late }) =>
    resolveLateConfirmation(pool, late, 'settled_with_network', ACTOR),
  'record a late confirmation on evidence': ({ pool }, { silent: purchaseId }) =>
    confirmLate(pool, { ...ACTOR, purchaseId, evidence: 'letter' }),
  'charge a late confirmation': ({ pool }, { late }) =>
    resolveLateConfirmation(pool, late, 'charged_by_agreement', ACTOR),
  'close contradictions': ({ pool }, { late }) => closeContradictions(pool, late, ACTOR),
  'record a contradiction': ({ pool }, { late }) => recordContradiction(pool, late, 'other_product'),
  'fund an account': ({ pool }, { accountId }) => fundAccount(pool, accountId, FUNDING),
  // An account in live mode is rejected, under its lock. Otherwise it is booked as funding is.
  'set a sandbox balance': ({ pool }, { accountId }) =>
    setSandboxBalance(pool, accountId, minorUnits(PRICE), CLIENT),
  'end days': ({ pool }, { accountId }) => endDays(pool, accountId),
  'admit purchases': ({ pool }) => admitPurchases(pool, networkQueue(NETWORK, true), 100, 30_000),
  'requeue silent purchases': ({ pool }) => requeueSilent(pool, 60_000, 100),
  'open a fence': ({ pool }, { unsent }) => openSubmission(pool, unsent, 1),
  'withdraw a clearance': async ({ pool }, { pending }) => {
    await pool.query(`UPDATE submissions SET cleared_as = 'never_received' WHERE purchase_id = $1`, [
      uuidOf('pur', pending),
    ]);
    await reopenSubmissions(pool, { purchaseId: pending, route: 'main' });
  },
  'record an open answer': ({ pool }, { pending }) =>
    recordAnswer(pool, pending, 1, {
      outcome: 'accepted',
      gatewayId: 'G-1',
      detail: null,
      confirmation: null,
      nextActionMs: 1_000,
    }),
  'store a confirmation': ({ pool }, { pending }) =>
    storeConfirmation(pool, pending, { networkReference: null }, 'callback'),
  'postpone the next action': ({ pool }, { pending }) => postponeNextAction(pool, pending, 1_000),
  'issue a key': ({ pool }, { accountId }) =>
    issueKey(pool, accountId, { hash: randomBytes(32), lastFour: '0001' }, ACTOR),
  'change a key': ({ pool }, { accountId, keyId }) =>
    changeKey(pool, accountId, keyId, { name: 'other' }, BY_OPERATOR, ACTOR),
  'rotate a key': ({ pool }, { accountId, keyId }) =>
    rotateKey(
      pool,
      accountId,
      keyId,
      { hash: randomBytes(32), lastFour: '0002', overlapMs: 0 },
      BY_OPERATOR,
      ACTOR,
    ),
  'revoke a key': ({ pool }, { accountId, keyId }) => revokeKey(pool, accountId, keyId, ACTOR),
  'change prices': ({ pool }, { accountId }) =>
    changePrices(pool, accountId, [{ bundleId: OFFER.bundleId, price: PRICE }], ACTOR),
  'set a rate limit': ({ pool }, { accountId }) => setRateLimit(pool, accountId, 50, ACTOR),
  'set a low-balance alert': ({ pool }, { accountId }) => setLowBalanceAlert(pool, accountId, null, ACTOR),
  'set bank details': ({ pool }, { accountId }) => setTopUpDetails(pool, accountId, null, ACTOR),
  'replace allowed ranges': ({ pool }, { accountId }) =>
    replaceAllowedRanges(pool, accountId, ['192.0.2.0/24'], ACTOR),
  ...PRIVACY_TRANSACTIONS,
  'record a refusal': ({ pool }, { accountId }) =>
    recordRefusal(pool, { accountId, actor: CLIENT, action: 'refused_right', subject: 'batches:start' }),
  ...WEBHOOK_TRANSACTIONS,
  ...ENDPOINT_TRANSACTIONS,
};
