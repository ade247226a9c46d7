import type { Pool } from 'pg';
import {
  type ClaimedRequest,
  completeRequest,
  extendLease,
  failRequest,
  releaseRequest,
  takeRequest,
} from '../../db/reconciliations/claims.ts';
import { inTransaction } from '../../db/transaction.ts';
import { maskQuoted } from '../../domain/masking.ts';
import { toDayBounds } from '../../domain/money/statement.ts';
import type {
  KeptFinding,
  ReconciliationFailure,
  ReconciliationRequest,
} from '../../domain/network/reconciliation-request.ts';
import { type ReconcilePorts, reconcileDay } from '../purchases/reconcile.ts';
import type { Finding, Reconciled } from '../purchases/reconciled.ts';
import { recordReconciled } from './record.ts';

/** How the run of a request ended. */
export interface RanRequest {
  readonly request: ReconciliationRequest;
  readonly outcome:
    | 'done'
    | 'failed'
    /** This process stops, and another one continues. */
    | 'released'
    /** Another process has taken it meanwhile. */
    | 'lost';
  /** What ended it with `internal`; for the log. */
  readonly error?: unknown;
}

/** Runs comparisons that staff members requested. */
export interface Reconciler {
  /** Runs the request that is due first. Null if none is due. */
  run(signal: AbortSignal): Promise<RanRequest | null>;
}

export interface ReconcilerTimes {
  /** After this time, another process takes what one has left. */
  readonly leaseMs: number;
  /** How often a running comparison renews its lease. */
  readonly renewMs: number;
}

const TIMES: ReconcilerTimes = { leaseMs: 60_000, renewMs: 15_000 };
/** A request that ended so many processes is not tried again. */
const ATTEMPTS_MAX = 5;
/** The others are only counted. What they changed is in late deliveries, contradictions and purchases. */
const FINDINGS_KEPT = 100;
const DETAIL_CHARS_MAX = 300;

/** Each comparison can be repeated, so a process that stops in the middle only delays it. */
export function createReconciler(ports: ReconcilePorts, times: ReconcilerTimes = TIMES): Reconciler {
  const { pool } = ports;
  return {
    async run(signal) {
      const claimed = await takeRequest(pool, times.leaseMs);
      if (claimed === null) return null;
      const { request } = claimed;
      if (request.attempts > ATTEMPTS_MAX) return fail(pool, request, { code: 'interrupted', detail: null });

      const lease = keepLease(pool, request, times);
      const both = AbortSignal.any([signal, lease.lost]);
      try {
        const reconciled = await reconcileDay(ports, toDay(request), both);
        if (reconciled.kind === 'reconciled') return await complete(pool, claimed, reconciled);
        if (both.aborted) return await giveUp(pool, request, signal);
        return await fail(pool, request, toFailure(reconciled));
      } catch (error) {
        if (both.aborted) return await giveUp(pool, request, signal);
        return { ...(await fail(pool, request, { code: 'internal', detail: null })), error };
      } finally {
        lease.end();
      }
    },
  };
}

function toDay({ networkId, livemode, route, day }: ReconciliationRequest) {
  const { start: from, end: to } = toDayBounds(day);
  return { networkId, livemode, route, from, to };
}

/** Renews the lease until `end`. `lost` is aborted when another process has taken the request. */
function keepLease(pool: Pool, request: ReconciliationRequest, { leaseMs, renewMs }: ReconcilerTimes) {
  const lost = new AbortController();
  const timer = setInterval(() => {
    extendLease(pool, request, leaseMs).then(
      (isKept) => {
        if (!isKept) lost.abort();
      },
      // The database was away: the next renewal, or the end of the run, says whether the request is lost.
      () => {},
    );
  }, renewMs);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}

async function complete(
  pool: Pool,
  { request, requester }: ClaimedRequest,
  reconciled: Extract<Reconciled, { kind: 'reconciled' }>,
): Promise<RanRequest> {
  const { ours, listed, strangers, findings } = reconciled;
  const counts = { sent: ours, listed, strangers, findings: findings.length };
  const firstFindings = findings.slice(0, FINDINGS_KEPT).map(toKept);
  const isOurs = await inTransaction(pool, async (tx) => {
    if (!(await completeRequest(tx, request, { ...counts, firstFindings }))) return false;
    await recordReconciled(tx, requester, request, reconciled, { request: request.id });
    return true;
  });
  return { request, outcome: isOurs ? 'done' : 'lost' };
}

/** The words of a gateway may quote a number; ours do not. */
function toKept({ subject, kind, detail }: Finding): KeptFinding {
  return { subject, kind, detail: kind === 'unclear' ? toKeptText(detail) : detail };
}

function toKeptText(text: string): string {
  return maskQuoted(text).replaceAll('\u0000', '').slice(0, DETAIL_CHARS_MAX);
}

function toFailure(reconciled: Exclude<Reconciled, { kind: 'reconciled' }>): ReconciliationFailure {
  switch (reconciled.kind) {
    case 'no_gateway':
      return { code: 'no_gateway', detail: null };
    case 'no_list':
      return { code: 'no_list', detail: reconciled.protocol };
    case 'unavailable':
      return { code: 'unavailable', detail: toKeptText(reconciled.detail) };
  }
}

async function fail(
  pool: Pool,
  request: ReconciliationRequest,
  failure: ReconciliationFailure,
): Promise<RanRequest> {
  await failRequest(pool, request, failure);
  return { request, outcome: 'failed' };
}

async function giveUp(
  pool: Pool,
  request: ReconciliationRequest,
  stopping: AbortSignal,
): Promise<RanRequest> {
  if (!stopping.aborted) return { request, outcome: 'lost' };
  await releaseRequest(pool, request);
  return { request, outcome: 'released' };
}
