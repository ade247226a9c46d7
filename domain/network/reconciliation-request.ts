import type { ReconciliationRequestId } from '../ids.ts';
import type { UtcDay } from '../money/statement.ts';

/** One day of one gateway. */
export interface GatewayDay {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly day: UtcDay;
}

/** One order on which books and list did not agree, as a request keeps it. */
export interface KeptFinding {
  readonly subject: string;
  readonly kind: string;
  readonly detail: string;
}

/** What a comparison counted, and the first of its findings. */
export interface ReconciliationCounts {
  readonly sent: number;
  readonly listed: number;
  /** Orders in the list without one of our keys. */
  readonly strangers: number;
  readonly findings: number;
  readonly firstFindings: readonly KeptFinding[];
}

export const RECONCILIATION_FAILURES = [
  /** The gateways file has no gateway of this network, mode and route. */
  'no_gateway',
  /** The protocol offers no list. */
  'no_list',
  /** The list could not be read. */
  'unavailable',
  /** Each worker that took it stopped before the end. */
  'interrupted',
  /** Our error, which the log of the worker has. */
  'internal',
] as const;
export type ReconciliationFailureCode = (typeof RECONCILIATION_FAILURES)[number];

export interface ReconciliationFailure {
  readonly code: ReconciliationFailureCode;
  /** The protocol, or what the gateway answered; null if there is nothing to add. */
  readonly detail: string | null;
}

export const RECONCILIATION_STATUSES = ['requested', 'running', 'done', 'failed'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];

/** A comparison that a staff member requested, and how far it is. */
export interface ReconciliationRequest extends GatewayDay {
  readonly id: ReconciliationRequestId;
  readonly status: ReconciliationStatus;
  /** The person who requested it. */
  readonly personId: string;
  readonly reason: string;
  readonly requestedAt: Date;
  /** When the last worker took it. */
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** How often a worker took it. */
  readonly attempts: number;
  /** Null unless it is done. */
  readonly result: ReconciliationCounts | null;
  /** Null unless it failed. */
  readonly failure: ReconciliationFailure | null;
}
