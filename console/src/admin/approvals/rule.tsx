import { type ReactNode, useState } from 'react';
import type { ApprovalRules } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { readAmount, writeAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Field } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';

export type Rule = ApprovalRules['campaign_start'];
const HOURS = /^(?:[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/;

/** What a rule says, in sentences. */
export function RuleWords({ rule }: { readonly rule: Rule }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { one_approval_from: one, two_approvals_from: two, valid_hours: hours } = rule;
  if (one === null && two === null) return <p>{t('approvalRules.noRule')}</p>;
  return (
    <ul>
      {one === null ? null : <li>{t('approvalRules.one', { amount: money(one) })}</li>}
      {two === null ? null : <li>{t('approvalRules.two', { amount: money(two) })}</li>}
      <li>{t('approvalRules.valid', { hours })}</li>
    </ul>
  );
}

/** Changes a rule, after a dialog that says the new one in sentences. */
export function RuleForm({
  rule,
  currency,
  title,
  isConfirmDisabled = false,
  onSave,
  context,
  warn,
  children,
}: {
  readonly rule: Rule;
  readonly currency: string;
  /** The title of the dialog. */
  readonly title: string;
  readonly isConfirmDisabled?: boolean;
  readonly onSave: (wanted: Rule) => Promise<void>;
  /** What the dialog shows above the new rule. */
  readonly context?: ReactNode;
  /** What the dialog shows below it, such as that no one could approve. */
  readonly warn?: (wanted: Rule) => ReactNode;
  /** What the dialog asks below that. */
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  const typed = useRule(rule, currency);
  return (
    <div className="form">
      <h3>{t('approvalRules.change')}</h3>
      <RuleFields rule={typed} />
      <ConfirmButton
        kind="primary"
        label={t('approvalRules.change')}
        title={title}
        confirm={t('approvalRules.save')}
        isDisabled={!typed.isWhole}
        isConfirmDisabled={isConfirmDisabled}
        onConfirm={() => onSave(typed.wanted)}
      >
        {context}
        <RuleWords rule={typed.wanted} />
        {warn?.(typed.wanted)}
        <p>{t('approvalRules.changeHint')}</p>
        {children}
      </ConfirmButton>
    </div>
  );
}

/** A rule while it is typed, first as it is now. */
function useRule(rule: Rule, currency: string) {
  const { locale } = useTexts();
  const shown = (from: Rule['one_approval_from']) =>
    from === null ? '' : writeAmount(from.amount, currency, locale);
  const [one, setOne] = useState(shown(rule.one_approval_from));
  const [two, setTwo] = useState(shown(rule.two_approvals_from));
  const [hours, setHours] = useState(String(rule.valid_hours));
  const typed = [one, two].map((text) => readAmount(text, currency, locale));
  const [from, fromTwo] = typed.map((amount) =>
    amount.kind === 'amount' ? { amount: amount.amount, currency } : null,
  );
  const wanted: Rule = {
    one_approval_from: from ?? null,
    two_approvals_from: fromTwo ?? null,
    valid_hours: Number(hours),
  };
  return {
    currency,
    texts: { one, two, hours },
    setOne,
    setTwo,
    setHours,
    /** Whether all fields can be read. */
    isWhole: typed.every(({ kind }) => kind !== 'unreadable') && HOURS.test(hours),
    wanted,
  };
}

/** The fields of a rule. */
function RuleFields({
  rule: { currency, texts, setOne, setTwo, setHours },
}: {
  readonly rule: ReturnType<typeof useRule>;
}) {
  const { t } = useTexts();
  return (
    <>
      <MoneyField
        label={t('approvalRules.oneFrom')}
        hint={t('approvalRules.never')}
        currency={currency}
        value={texts.one}
        onChange={setOne}
      />
      <MoneyField
        label={t('approvalRules.twoFrom')}
        hint={t('approvalRules.never')}
        currency={currency}
        value={texts.two}
        onChange={setTwo}
      />
      <Field
        label={t('approvalRules.hours')}
        hint={t('approvalRules.hoursHint')}
        inputMode="numeric"
        maxLength={3}
        isInvalid={!HOURS.test(texts.hours)}
        value={texts.hours}
        onChange={setHours}
      />
    </>
  );
}
