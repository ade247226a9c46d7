import { useTexts } from '../../app/i18n.tsx';

/** What a spreadsheet did to a number. The API may add others. */
const DAMAGES = [
  'lost_plus',
  'lost_leading_zero',
  'local_format',
  'international_prefix',
  'decimal_number',
  'separators',
] as const;

export function useDamageWords(): (damage: string) => string {
  const { t } = useTexts();
  return (damage) => {
    const known = DAMAGES.find((one) => one === damage);
    return known === undefined ? '' : t(`damage.${known}`);
  };
}

/** Why rows are not bought before a campaign starts. The API may add others. */
const REASONS = [
  'bought_in_results',
  'bought_recently',
  'bundle_mismatch',
  'bundle_not_allowed',
  'bundle_unavailable',
  'bundle_unclear',
  'digits_lost',
  'dropped',
  'duplicate_purchase',
  'duplicate_reference',
  'error_value',
  'formula_without_value',
  'invalid_metadata',
  'invalid_number',
  'invalid_phone_number',
  'invalid_reference',
  'missing_value',
  'network_mismatch',
  'no_such_bundle',
  'number_blocked',
  'too_many_metadata',
  'unclosed_quote',
  'unreadable_text',
  'unsupported_network',
  'value_too_long',
  'wrong_cell_count',
] as const;

/** A reason in words, and what to do; its code if it has none. */
export function useReasonWords() {
  const { t } = useTexts();
  const find = (code: string) => REASONS.find((one) => one === code);
  return {
    title: (code: string) => {
      const known = find(code);
      return known === undefined ? code : t(`reason.${known}`);
    },
    cure: (code: string) => {
      const known = find(code);
      return known === undefined ? null : t(`reason.${known}.cure`);
    },
  };
}
