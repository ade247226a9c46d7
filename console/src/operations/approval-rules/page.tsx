import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { TooFew } from '../../admin/approvals/approvers.tsx';
import { type Rule, RuleForm, RuleWords } from '../../admin/approvals/rule.tsx';
import { useTexts } from '../../app/i18n.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { Outcome, useCommand } from '../approval-needed.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from '../data.ts';
import { AccountBand } from '../money/band.tsx';
import { ReasonField } from '../parts.tsx';
import type { ApprovalRules, ChangeStaffApprovalRules, StaffAccountDetail } from '../types.ts';

/** From which amounts campaigns of an account need approvals of people of this client. */
export function AccountApprovalRulesPage() {
  const { t } = useTexts();
  const { accountId = '' } = useParams({ strict: false });
  const path = `/accounts/${encodeURIComponent(accountId)}`;
  const { data: account } = useStaffApi<StaffAccountDetail>(path);
  const { data: rules, error } = useStaffApi<ApprovalRules>(`${path}/approval-rules`);
  return (
    <Screen title={t('accountRules.title', { account: account?.name ?? '' })}>
      <p>
        <Link to="/operations/accounts/$accountId" params={{ accountId }}>
          {t('prices.back')}
        </Link>
      </p>
      <p className="lead">{t('accountRules.lead')}</p>
      <Problem error={error} />
      {rules === undefined && error === null ? <Skeleton lines={4} /> : null}
      {rules === undefined || account === undefined ? null : (
        <Rules account={account} rule={rules.campaign_start} />
      )}
    </Screen>
  );
}

function Rules({ account, rule }: { readonly account: StaffAccountDetail; readonly rule: Rule }) {
  const { t } = useTexts();
  const mayChange = useStaffRight('accounts:write');
  const command = useCommand();
  return (
    <>
      <AccountBand name={account.name} livemode={account.livemode} />
      {mayChange ? null : <p className="hint">{t('accountRules.readOnly')}</p>}
      <Outcome result={command.result} done={t('accountRules.changed')} />
      <Card title={t('approvalRules.campaigns')}>
        <RuleWords rule={rule} />
        <TooFew rule={rule} count={account.approvers} />
        {mayChange ? (
          <Change key={JSON.stringify(rule)} account={account} rule={rule} run={command.run} />
        ) : null}
      </Card>
    </>
  );
}

function Change({
  account,
  rule,
  run,
}: {
  readonly account: StaffAccountDetail;
  readonly rule: Rule;
  readonly run: ReturnType<typeof useCommand>['run'];
}) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  const save = (wanted: Rule) =>
    run(() => {
      const json: ChangeStaffApprovalRules = { campaign_start: wanted, reason };
      return send(`/accounts/${account.id}/approval-rules`, json, 'PUT');
    });
  return (
    <RuleForm
      rule={rule}
      currency={account.available.currency}
      title={t('accountRules.changeTitle', { account: account.name })}
      isConfirmDisabled={reason.trim() === ''}
      warn={(wanted) => <TooFew rule={wanted} count={account.approvers} />}
      onSave={save}
      context={<AccountBand name={account.name} livemode={account.livemode} />}
    >
      <div className="form">
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </RuleForm>
  );
}
