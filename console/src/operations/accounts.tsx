import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useFormat } from '../ui/format.ts';
import { Pager } from '../ui/pager.tsx';
import { Empty, Money, Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { SearchForm } from '../ui/search-form.tsx';
import { DataTable } from '../ui/table.tsx';
import { useStaffApi } from './data.ts';
import { Mode } from './parts.tsx';
import type { StaffAccount, StaffAccountList } from './types.ts';

const PAGE = 50;

/** The accounts of all clients with their money. */
export function AccountsPage() {
  const { t } = useTexts();
  const { q = '', cursor } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data, error } = useStaffApi<StaffAccountList>('/accounts', { query: { q, cursor, limit: PAGE } });
  return (
    <Screen title={t('operations.accounts')}>
      <SearchForm
        label={t('operations.accountName')}
        first={q}
        onFind={(text) =>
          void navigate({ to: '/operations/accounts', search: text === '' ? {} : { q: text } })
        }
      />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Empty title={t('operations.noAccounts')} /> : null}
      {data === undefined || data.data.length === 0 ? null : <AccountTable accounts={data.data} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

export function AccountTable({ accounts }: { readonly accounts: readonly StaffAccount[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <DataTable
      caption={t('operations.accounts')}
      rows={accounts}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('app.account'),
          cell: ({ id, name }) => (
            <Link to="/operations/accounts/$accountId" params={{ accountId: id }}>
              {name}
            </Link>
          ),
        },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('operations.organisation'), cell: ({ organisation }) => organisation?.name ?? '–' },
        { title: t('home.available'), isNumber: true, cell: ({ available }) => <Money {...available} /> },
        { title: t('operations.held'), isNumber: true, cell: ({ held }) => <Money {...held} /> },
        {
          title: t('operations.pending'),
          isNumber: true,
          cell: ({ pending_purchases: pending }) => number(pending),
        },
      ]}
    />
  );
}
