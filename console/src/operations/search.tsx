import { Link, useSearch } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { ApiWords } from '../campaigns/api-words.tsx';
import { Card, Empty, Money, PhoneNumber, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { AccountTable } from './accounts.tsx';
import { useStaffTexts } from './api-texts.ts';
import { useStaffApi } from './data.ts';
import { Mode, SearchField, Status } from './parts.tsx';
import type { StaffSearch } from './types.ts';

/** What a text names over all accounts. */
export function SearchPage() {
  const { t } = useTexts();
  const { unbought } = useStaffTexts();
  const { q = '' } = useSearch({ strict: false });
  const { data, error } = useStaffApi<StaffSearch>('/search', { query: { q }, enabled: q !== '' });
  const isNone = data !== undefined && data.purchases.length + data.rows.length + data.accounts.length === 0;
  return (
    <Screen title={t('operations.searchTitle')}>
      <SearchField key={q} q={q} />
      <Problem error={error} />
      {data === undefined && error === null && q !== '' ? <Skeleton lines={6} /> : null}
      {isNone ? (
        <Empty title={t('operations.noneFound')}>
          <p>{t('operations.noneFoundHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.purchases.length === 0 ? null : (
        <Card title={t('purchases.title')}>
          <Purchases found={data.purchases} />
        </Card>
      )}
      {data === undefined || data.rows.length === 0 ? null : (
        <Card title={t('operations.rows')}>
          <ul className="rows">
            {data.rows.map((row) => (
              <li key={`${row.batch_id} ${row.line}`}>
                <ApiWords of={[unbought(row)]} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {data === undefined || data.accounts.length === 0 ? null : (
        <Card title={t('operations.accounts')}>
          <AccountTable accounts={data.accounts} />
        </Card>
      )}
    </Screen>
  );
}

function Purchases({ found }: { readonly found: StaffSearch['purchases'] }) {
  const { t } = useTexts();
  return (
    <DataTable
      caption={t('purchases.title')}
      rows={found}
      keyOf={({ purchase }) => purchase.id}
      columns={[
        {
          title: t('purchases.reference'),
          cell: ({ purchase: { id, reference } }) => (
            <Link to="/operations/purchases/$purchaseId" params={{ purchaseId: id }}>
              {reference}
            </Link>
          ),
        },
        {
          title: t('app.account'),
          cell: ({ account_id: accountId, account_name: name }) => (
            <Link to="/operations/accounts/$accountId" params={{ accountId }}>
              {name}
            </Link>
          ),
        },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('purchases.status'), cell: ({ purchase }) => <Status purchase={purchase} /> },
        {
          title: t('purchases.number'),
          cell: ({ purchase }) => <PhoneNumber number={purchase.phone_number} />,
        },
        {
          title: t('purchases.price'),
          isNumber: true,
          cell: ({ purchase }) => <Money {...purchase.price} />,
        },
        { title: t('purchases.created'), cell: ({ purchase }) => <Time at={purchase.created_at} /> },
      ]}
    />
  );
}
