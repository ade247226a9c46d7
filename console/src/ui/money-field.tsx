import { useTexts } from '../app/i18n.tsx';
import { readAmount } from './amount.ts';
import { useFormat } from './format.ts';
import { Field } from './inputs.tsx';

/** A field for an amount of money. It shows how the amount was understood. */
export function MoneyField({
  label,
  hint,
  problem,
  currency,
  value,
  onChange,
  isRequired = false,
}: {
  readonly label: string;
  /** What an empty field means. */
  readonly hint: string;
  /** What else is wrong with the amount; left out for nothing. */
  readonly problem?: string;
  readonly currency: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isRequired?: boolean;
}) {
  const { t, locale } = useTexts();
  const { money } = useFormat();
  const typed = readAmount(value, currency, locale);
  const isWrong = typed.kind === 'unreadable';
  return (
    <Field
      label={`${label} (${currency})`}
      hint={
        problem ??
        (typed.kind === 'amount'
          ? money({ amount: typed.amount, currency })
          : isWrong
            ? t('app.amountWrong')
            : hint)
      }
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      isInvalid={isWrong || problem !== undefined}
      isRequired={isRequired}
      value={value}
      onChange={onChange}
    />
  );
}
