import type {
  CallbackReading,
  InquiryOutcome,
  Refused,
  SubmitOutcome,
  WalletRead,
} from '../../adapters/adapter.ts';
import { assertNever } from '../../domain/assert-never.ts';

/** What one call says about the health of a gateway and its network. */
export interface CallVerdict {
  /** For operators and metrics: the outcome's kind, with its reason. */
  readonly outcome: string;
  /** `account`: the gateway rejects our account, so every purchase there fails. */
  readonly kind: 'good' | 'trouble' | 'account';
  /** Whether a purchase became final by it. */
  readonly completed: boolean;
}

/** A submit's answer: refusing one number is what a healthy gateway does. */
export function verdictOfSubmit(outcome: SubmitOutcome): CallVerdict {
  switch (outcome.kind) {
    case 'confirmed':
      return good(outcome.kind, true);
    case 'accepted':
      return good(outcome.kind, false);
    case 'refused':
      return verdictOfRefusal(outcome);
    case 'not_submitted': {
      const { reason } = outcome;
      const words = `not_submitted:${reason}`;
      if (reason === 'supplier_account') return verdict(words, 'account', false);
      return verdict(words, reason === 'too_soon' ? 'good' : 'trouble', false);
    }
    case 'unknown':
      // An earlier send arrived: that is an answer.
      return verdict(
        `unknown:${outcome.reason}`,
        outcome.reason === 'duplicate_reference' ? 'good' : 'trouble',
        false,
      );
    default:
      return assertNever(outcome);
  }
}

/** An inquiry's answer: that an order is pending or was not found is one. */
export function verdictOfInquiry(outcome: InquiryOutcome): CallVerdict {
  switch (outcome.kind) {
    case 'confirmed':
    case 'reversed':
      return good(outcome.kind, true);
    case 'refused':
      return verdictOfRefusal(outcome);
    case 'pending':
    case 'unconfirmed':
    case 'not_found':
      return good(outcome.kind, false);
    case 'unavailable':
      return verdict(outcome.kind, 'trouble', false);
    default:
      return assertNever(outcome);
  }
}

/** A signed, final callback completes a purchase as an answer does; any other shows nothing. */
export function verdictOfCallback(reading: CallbackReading): CallVerdict {
  const isFinal = reading.kind === 'verified' && reading.outcome.kind !== 'pending';
  return good(reading.kind, isFinal);
}

export function verdictOfWallet(read: WalletRead): CallVerdict {
  return read.kind === 'wallets' ? good(read.kind, false) : verdict(read.kind, 'trouble', false);
}

function verdictOfRefusal({ code, supplierFault }: Refused): CallVerdict {
  const kind = supplierFault ? 'account' : code === 'network_unavailable' ? 'trouble' : 'good';
  return verdict(`refused:${code}`, kind, true);
}

function good(outcome: string, completed: boolean): CallVerdict {
  return verdict(outcome, 'good', completed);
}

function verdict(outcome: string, kind: CallVerdict['kind'], completed: boolean): CallVerdict {
  return { outcome, kind, completed };
}
