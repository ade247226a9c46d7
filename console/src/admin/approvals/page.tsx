import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApprovalRules } from '../../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { readAmount, writeAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Field } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';

type Rule = ApprovalRules['campaign_start'];
const HOURS = /^(?:[1-9]\d?|[1-6]\d\d|7[01]\d|720)$/;

/** From which amounts campaigns need approvals. */
export function ApprovalRulesPage() {
  const { t } = useTexts();
  const { data, error } = useApi<ApprovalRules>('/v1/settings/approval-rules');
  const mayChange = useRight('approvals:rules');
  const mayRead = useRight('approvals:read');
  return (
    <Screen title={t('approvalRules.title')}>
      <p className="lead">{t('approvalRules.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : (
        <Card title={t('approvalRules.campaigns')}>
          <RuleWords rule={data.campaign_start} />
          {mayChange ? <Change key={JSON.stringify(data.campaign_start)} rule={data.campaign_start} /> : null}
        </Card>
      )}
      {mayRead ? <Link to="/approvals">{t('approvalRules.waiting')}</Link> : null}
    </Screen>
  );
}

/** What a rule says, in sentences. */
function RuleWords({ rule }: { readonly rule: Rule }) {
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

function Change({ rule }: { readonly rule: Rule }) {
  const { t, locale } = useTexts();
  const { currency } = useAccount();
  const send = useSend();
  const shown = (from: Rule['one_approval_from']) =>
    from === null ? '' : writeAmount(from.amount, currency, locale);
  const [one, setOne] = useState(shown(rule.one_approval_from));
  const [two, setTwo] = useState(shown(rule.two_approvals_from));
  const [hours, setHours] = useState(String(rule.valid_hours));
  const typed = [one, two].map((text) => readAmount(text, currency, locale));
  const [from, fromTwo] = typed.map((one) =>
    one.kind === 'amount' ? { amount: one.amount, currency } : null,
  );
  const isWhole = typed.every(({ kind }) => kind !== 'unreadable') && HOURS.test(hours);
  const wanted: Rule = {
    one_approval_from: from ?? null,
    two_approvals_from: fromTwo ?? null,
    valid_hours: Number(hours),
  };
  return (
    <div className="form">
      <h3>{t('approvalRules.change')}</h3>
      <MoneyField
        label={t('approvalRules.oneFrom')}
        hint={t('approvalRules.never')}
        currency={currency}
        value={one}
        onChange={setOne}
      />
      <MoneyField
        label={t('approvalRules.twoFrom')}
        hint={t('approvalRules.never')}
        currency={currency}
        value={two}
        onChange={setTwo}
      />
      <Field
        label={t('approvalRules.hours')}
        hint={t('approvalRules.hoursHint')}
        inputMode="numeric"
        maxLength={3}
        isInvalid={!HOURS.test(hours)}
        value={hours}
        onChange={setHours}
      />
      <ConfirmButton
        kind="primary"
        label={t('approvalRules.change')}
        title={t('approvalRules.changeTitle')}
        confirm={t('approvalRules.save')}
        isDisabled={!isWhole}
        onConfirm={() =>
          send<void>('PUT', '/v1/settings/approval-rules', { json: { campaign_start: wanted } })
        }
      >
        <RuleWords rule={wanted} />
        <p>{t('approvalRules.changeHint')}</p>
      </ConfirmButton>
    </div>
  );
}
