import type { Purchase } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { Badge, type Tone } from '../ui/parts.tsx';
import type { Next } from './next.ts';

const TONES: Readonly<Record<Purchase['status'], Tone>> = {
  pending: 'busy',
  successful: 'good',
  failed: 'bad',
  reversed: 'warn',
};

/** The status of a purchase, in a word. */
export function PurchaseBadge({ status }: { readonly status: Purchase['status'] }) {
  const { t } = useTexts();
  return <Badge tone={TONES[status]}>{t(`purchase.${status}`)}</Badge>;
}

/** When it makes sense to buy again, by failure code, as docs/failure-codes.md has it. */
const ADVICE: Readonly<Record<string, TextKey>> = {
  network_timeout: 'advice.careful',
  number_not_eligible: 'advice.otherBundle',
  number_invalid: 'advice.never',
  number_inactive: 'advice.later',
  number_barred: 'advice.never',
  recipient_limit_reached: 'advice.later',
  too_soon: 'advice.minutes',
  bundle_unavailable: 'advice.otherBundle',
  network_unavailable: 'advice.later',
  network_limit_reached: 'advice.later',
  network_rejected: 'advice.later',
  service_unavailable: 'advice.later',
  cancelled: 'advice.again',
};

/** What to do after a failure; null for a code that is new. */
function adviceOf(code: string): TextKey | null {
  return ADVICE[code] ?? null;
}

/** What to do after a failure, by what is known of the bundle since; null if there is nothing to add. */
export function adviceAfter(code: string, next: Next['kind']): TextKey | null {
  switch (next) {
    // The words about these say it already.
    case 'arrivedLate':
    case 'neverKnown':
      return null;
    case 'takenBack':
    case 'notDelivered':
      return 'advice.again';
    default:
      return code === 'network_timeout' && next === 'ended' ? 'advice.again' : adviceOf(code);
  }
}

/** Why a purchase failed: our words for codes that are known, otherwise those of the API. */
export function useFailureWords(): (failure: Purchase['failure']) => string {
  const { t } = useTexts();
  return (failure) => {
    if (failure === null) return '';
    return adviceOf(failure.code) === null ? failure.message : t(`failure.${failure.code}` as TextKey);
  };
}
