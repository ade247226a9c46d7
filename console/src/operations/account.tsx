import { Link, useParams } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Card, Fact, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { Actions } from './actions.tsx';
import { useStaffApi } from './data.ts';
import { AccountBand } from './money/band.tsx';
import { BookEntry } from './money/entry.tsx';
import { WaitingEntries } from './money/waiting.tsx';
import { Mode } from './parts.tsx';
import type { StaffAccountDetail } from './types.ts';

const POLL_MS = 30_000;

/** One account: its money, its settings, and what was done to it last. */
export function AccountPage() {
  const { t } = useTexts();
  const { accountId = '' } = useParams({ strict: false });
  const { data, error } = useStaffApi<StaffAccountDetail>(`/accounts/${encodeURIComponent(accountId)}`, {
    everyMs: POLL_MS,
  });
  return (
    <Screen title={data?.name ?? t('app.account')}>
      <p>
        <Link to="/operations/accounts">{t('operations.backToAccounts')}</Link>
      </p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data === undefined ? null : <Details account={data} />}
    </Screen>
  );
}

function Details({ account }: { readonly account: StaffAccountDetail }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <>
      <AccountBand name={account.name} livemode={account.livemode} />
      <Card title={t('home.balance')}>
        <dl className="figures">
          <div>
            <dt>{t('home.available')}</dt>
            <dd>
              <Money {...account.available} />
            </dd>
          </div>
          <div>
            <dt>{t('home.held')}</dt>
            <dd>
              <Money {...account.held} />
            </dd>
          </div>
        </dl>
        <BookEntry account={account} />
        <p>
          <Link to="/operations/accounts/$accountId/prices" params={{ accountId: account.id }}>
            {t('prices.link')}
          </Link>{' '}
          <Link to="/operations/accounts/$accountId/approval-rules" params={{ accountId: account.id }}>
            {t('approvalRules.title')}
          </Link>{' '}
          <Link to="/operations/campaigns" search={{ of: account.id, status: 'all' }}>
            {t('nav.campaigns')}
          </Link>{' '}
          <Link to="/operations/audit" search={{ of: account.id }}>
            {t('nav.staffAudit')}
          </Link>
        </p>
      </Card>
      <WaitingEntries account={account} />
      <Card title={t('purchase.facts')}>
        <dl className="facts">
          <Fact name={t('operations.mode')}>
            <Mode livemode={account.livemode} />
          </Fact>
          <Fact name={t('operations.organisation')}>{account.organisation?.name ?? '–'}</Fact>
          <Fact name={t('operations.pending')}>{number(account.pending_purchases)}</Fact>
          <Fact name={t('operations.keys')}>{number(account.keys_in_use)}</Fact>
          <Fact name={t('operations.rate')}>{number(account.rate_limit_per_second)}</Fact>
          <Fact name={t('operations.webhook')}>{account.webhook_url ?? '–'}</Fact>
          <Fact name={t('operations.opened')}>
            <Time at={account.created_at} />
          </Fact>
          <Fact name={t('operations.accountId')}>
            <code>{account.id}</code>
          </Fact>
        </dl>
      </Card>
      <Card title={t('operations.actions')}>
        <Actions entries={account.actions} />
      </Card>
    </>
  );
}
