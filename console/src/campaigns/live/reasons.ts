import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';

/** Reasons of failed purchases, which have separate words. */
const FAILURES: ReadonlySet<string> = new Set([
  'bundle_unavailable',
  'cancelled',
  'network_limit_reached',
  'network_rejected',
  'network_timeout',
  'network_unavailable',
  'number_barred',
  'number_inactive',
  'number_invalid',
  'number_not_eligible',
  'recipient_limit_reached',
  'service_unavailable',
  'too_soon',
]);

/** Reasons for which rows were never bought. */
const ROWS: ReadonlySet<string> = new Set([
  'already_bought',
  'bought_in_results',
  'bought_recently',
  'bundle_mismatch',
  'bundle_not_allowed',
  'bundle_unclear',
  'canceled',
  'digits_lost',
  'dropped',
  'duplicate_purchase',
  'duplicate_reference',
  'insufficient_balance',
  'invalid_phone_number',
  'missing_value',
  'network_mismatch',
  'no_such_bundle',
  'number_blocked',
  'reference_conflict',
  'unsupported_network',
]);

/** Says a reason in words; a code that is new stays a code. */
export function useReason(): (code: string) => string {
  const { t } = useTexts();
  return (code) => {
    if (ROWS.has(code)) return t(`outcome.reason.${code}` as TextKey);
    return FAILURES.has(code) ? t(`failure.${code}` as TextKey) : code.replaceAll('_', ' ');
  };
}
