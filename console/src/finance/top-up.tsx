import type { TopUpDetails } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { BalanceCard } from '../home/page.tsx';
import { Card, Empty, Fact, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { LowBalanceCard } from './low-balance.tsx';
import { PrintButton } from './print.tsx';
import { FinanceTabs } from './tabs.tsx';

/** Where money is paid in, what happens then, and who is notified when it runs low. */
export function TopUpPage() {
  const { t } = useTexts();
  const { livemode } = useAccount();
  const canReadSettings = useRight('settings:read');
  return (
    <Screen title={t('finance.topUp')}>
      <FinanceTabs />
      <BalanceCard title={t('home.balance')} />
      {livemode ? (
        <BankCard />
      ) : (
        <Empty title={t('finance.testMoney')}>
          <p>{t('finance.testMoneyHint')}</p>
        </Empty>
      )}
      {canReadSettings ? <LowBalanceCard /> : null}
    </Screen>
  );
}

function BankCard() {
  const { t } = useTexts();
  const { data, error } = useApi<TopUpDetails>('/v1/settings/top-up');
  return (
    <Card title={t('finance.bankDetails')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : data.number === null ? (
        <p>{t('finance.noBank')}</p>
      ) : (
        <>
          <dl className="facts">
            <Fact name={t('finance.bank')}>{data.bank}</Fact>
            <Fact name={t('finance.holder')}>{data.holder}</Fact>
            <Fact name={t('finance.bankNumber')}>
              <span className="figure">{data.number}</span>
            </Fact>
            <Fact name={t('finance.bankReference')}>
              <strong>{data.reference}</strong>
            </Fact>
          </dl>
          {data.instructions === null ? null : <p>{data.instructions}</p>}
          <p>{t('finance.referenceHint')}</p>
          <p>{t('finance.afterTransfer')}</p>
          <div className="actions">
            <PrintButton />
          </div>
        </>
      )}
    </Card>
  );
}
