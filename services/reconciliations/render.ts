import type { StaffReconciliationRequest } from '../../contract/staff/reconciliation-request.ts';
import { assertNever } from '../../domain/assert-never.ts';
import type {
  ReconciliationFailure,
  ReconciliationRequest,
} from '../../domain/network/reconciliation-request.ts';

export function renderReconciliationRequest(request: ReconciliationRequest): StaffReconciliationRequest {
  const { result, failure } = request;
  return {
    id: request.id,
    object: 'reconciliation_request',
    network_id: request.networkId,
    route: request.route,
    livemode: request.livemode,
    date: request.day,
    status: request.status,
    requested_at: request.requestedAt.toISOString(),
    started_at: request.startedAt?.toISOString() ?? null,
    ended_at: request.endedAt?.toISOString() ?? null,
    attempts: request.attempts,
    person_id: request.personId,
    reason: request.reason,
    result: result === null ? null : renderResult(result),
    failure: failure === null ? null : { ...failure, message: explainFailure(failure) },
  };
}

function renderResult({ firstFindings, ...counts }: NonNullable<ReconciliationRequest['result']>) {
  return { ...counts, first_findings: firstFindings.map((finding) => ({ ...finding })) };
}

/** What happened and what to do, in plain words. */
export function explainFailure({ code, detail }: ReconciliationFailure): string {
  switch (code) {
    case 'no_gateway':
      return 'The gateways file has no gateway of this network in this mode and on this route. Add it, or choose another mode or route.';
    case 'no_list':
      return `The gateway uses ${detail ?? 'a protocol'}, which cannot list the purchases of a day.`;
    case 'unavailable':
      return `The list of the gateway could not be read: ${detail ?? 'no answer'}. Nothing was booked. Request it again later.`;
    case 'interrupted':
      return 'Each worker that took it stopped before the end. Read the log of the workers, then request it again.';
    case 'internal':
      return 'Our error ended it. Read the log of the worker, then request it again. What it had booked stays booked.';
    default:
      return assertNever(code);
  }
}
