import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money, Problem } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi } from '../data.ts';
import { AccountLink, NetworkLink } from '../links.tsx';
import type { StaffBelowCostList } from '../types.ts';

/** Which bundles cost more now than a client pays for them. Shows nothing if there are none. */
export function BelowCostNow() {
  const { t } = useTexts();
  const { exactMoney } = useFormat();
  const { data, error } = useStaffApi<StaffBelowCostList>('/margins/below-cost');
  if (data === undefined) return <Problem error={error} />;
  if (data.data.length === 0) return null;
  return (
    <section>
      <h2>{t('margins.belowNow')}</h2>
      <p>{t('margins.belowNowHint')}</p>
      <DataTable
        caption={t('margins.belowNow')}
        rows={data.data}
        keyOf={(row) => `${row.bundle_id} ${row.price.currency} ${row.route}`}
        columns={[
          {
            title: t('margins.by.bundle'),
            cell: (row) => (
              <>
                {row.bundle_name} <code className="small">{row.bundle_id}</code>
              </>
            ),
          },
          {
            title: t('margins.by.network'),
            cell: (row) => <NetworkLink id={row.network_id} name={row.network_name} />,
          },
          {
            title: t('margins.paidBy'),
            cell: (row) => <AccountLink id={row.account_id} name={row.account_name} />,
          },
          { title: t('margins.lowestPrice'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
          {
            title: t('margins.costNow'),
            isNumber: true,
            cell: ({ cost, price: { currency } }) => exactMoney(cost, currency),
          },
          { title: t('margins.by.route'), cell: ({ route }) => <code>{route}</code> },
        ]}
      />
    </section>
  );
}
