import { Link } from '@tanstack/react-router';
import type { Balance, LowBalanceAlert } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { FactorNotice } from '../app/second-factor.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { TopUpLink } from '../campaigns/top-up-link.tsx';
import { useFormat } from '../ui/format.ts';
import { Card, Money, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { WaitingCard } from './waiting.tsx';

/** Where a person begins: the account, its balance, and what is missing for their work. */
export function HomePage() {
  const { t } = useTexts();
  const { name, organisation } = useAccount();
  const mayPrepare = useRight('batches:create');
  const canSeeBalance = useRight('balance:read');
  return (
    <Screen title={name}>
      <p className="lead">{organisation.name}</p>
      <FactorNotice />
      <WaitingCard />
      {mayPrepare ? (
        <p>
          <Link to="/campaigns/new">{t('home.newCampaign')}</Link>
        </p>
      ) : null}
      {canSeeBalance ? <BalanceCard title={t('home.balance')} /> : null}
    </Screen>
  );
}

export function BalanceCard({ title }: { readonly title: string }) {
  const { t } = useTexts();
  const { data, error } = useApi<Balance>('/v1/balance', { everyMs: 30_000 });
  return (
    <Card title={title}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data === undefined ? null : (
        <dl className="figures">
          <div>
            <dt>{t('home.available')}</dt>
            <dd>
              <Money {...data.available} />
            </dd>
          </div>
          <div>
            <dt>{t('home.held')}</dt>
            <dd>
              <Money {...data.held} />
            </dd>
          </div>
        </dl>
      )}
      {data === undefined ? null : <LowBalance available={data.available} />}
    </Card>
  );
}

/** Says that the balance is below the amount of the account's alert, and where money is paid in. */
function LowBalance({ available }: { readonly available: Balance['available'] }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const enabled = useRight('settings:read');
  const { data } = useApi<LowBalanceAlert>('/v1/settings/low-balance', { enabled });
  const threshold = data?.threshold ?? null;
  if (threshold === null || available.amount >= threshold.amount) return null;
  return (
    <p className="notice warn">
      {t('home.low', { amount: money(threshold) })} <TopUpLink />
    </p>
  );
}
