import type { CallbackReading, InquiryOutcome, SubmitOutcome } from '../../adapters/adapter.ts';
import type { GatewayAlert } from './ports.ts';

type Trouble = Pick<GatewayAlert, 'kind' | 'detail'>;

/** The trouble of a whole gateway that an outcome shows; null if it concerns only its order. */
export function troubleIn(outcome: SubmitOutcome | InquiryOutcome): Trouble | null {
  switch (outcome.kind) {
    case 'refused':
      return outcome.supplierFault ? { kind: 'supplier_account', detail: outcome.gatewayCode } : null;
    case 'not_submitted':
      return outcome.reason === 'supplier_account'
        ? { kind: 'supplier_account', detail: outcome.gatewayCode ?? outcome.reason }
        : null;
    case 'unknown':
      return outcome.reason === 'undocumented_code'
        ? { kind: 'undocumented_answer', detail: outcome.detail }
        : null;
    case 'unavailable':
      return outcome.undocumented === true ? { kind: 'undocumented_answer', detail: outcome.detail } : null;
    default:
      return null;
  }
}

/** As `troubleIn`, for a callback: a rejected one comes from someone else, or our secret is wrong. */
export function troubleInCallback(reading: CallbackReading): Trouble | null {
  switch (reading.kind) {
    case 'rejected':
      return { kind: 'callback_rejected', detail: reading.detail };
    case 'verified':
      return troubleIn(reading.outcome);
    default:
      return null;
  }
}
