import { Link } from '@tanstack/react-router';
import type { ApprovalRules } from '../../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { Card, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { TooFewApprovers } from './approvers.tsx';
import { type Rule, RuleForm, RuleWords } from './rule.tsx';

/** From which amounts campaigns need approvals. */
export function ApprovalRulesPage() {
  const { t } = useTexts();
  const { name } = useAccount();
  const { data, error } = useApi<ApprovalRules>('/v1/settings/approval-rules');
  const mayChange = useRight('approvals:rules');
  const mayRead = useRight('approvals:read');
  return (
    <Screen title={t('approvalRules.title')}>
      <p className="lead">{t('approvalRules.lead', { account: name })}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : (
        <Card title={t('approvalRules.campaigns')}>
          <RuleWords rule={data.campaign_start} />
          <TooFewApprovers rule={data.campaign_start} />
          {mayChange ? <Change key={JSON.stringify(data.campaign_start)} rule={data.campaign_start} /> : null}
        </Card>
      )}
      {mayRead ? <Link to="/approvals">{t('approvalRules.waiting')}</Link> : null}
    </Screen>
  );
}

function Change({ rule }: { readonly rule: Rule }) {
  const { t } = useTexts();
  const { currency } = useAccount();
  const send = useSend();
  return (
    <RuleForm
      rule={rule}
      currency={currency}
      title={t('approvalRules.changeTitle')}
      warn={(wanted) => <TooFewApprovers rule={wanted} />}
      onSave={(wanted) =>
        send<void>('PUT', '/v1/settings/approval-rules', { json: { campaign_start: wanted } })
      }
    />
  );
}
