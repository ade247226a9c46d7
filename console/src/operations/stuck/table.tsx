import { useTexts } from '../../app/i18n.tsx';
import { Money, Time } from '../../ui/parts.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { useNetworkNames } from '../actors.ts';
import { useStaffTexts } from '../api-texts.ts';
import { useAccountColumns } from '../late/purchase-columns.tsx';
import { PurchaseLink } from '../links.tsx';
import type { StaffStuckPurchase } from '../types.ts';

/** Purchases that are stuck, each with its cause. @param more columns after the reference */
export function StuckTable({
  purchases,
  more = [],
}: {
  readonly purchases: readonly StaffStuckPurchase[];
  readonly more?: readonly Column<StaffStuckPurchase>[];
}) {
  const { t } = useTexts();
  const { cause: causeOf } = useStaffTexts();
  const networkName = useNetworkNames();
  const account = useAccountColumns();
  return (
    <DataTable
      caption={t('operations.stuck')}
      rows={purchases}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('purchases.reference'),
          cell: ({ id, reference }) => <PurchaseLink id={id}>{reference}</PurchaseLink>,
        },
        ...more,
        ...account,
        { title: t('purchase.network'), cell: ({ network_id: network }) => networkName(network) },
        { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
        { title: t('operations.cause'), cell: ({ cause }) => cause },
        { title: t('operations.why'), cell: (one) => causeOf(one, 'pending') },
        { title: t('purchases.created'), cell: ({ created_at: at }) => <Time at={at} /> },
        { title: t('operations.resolveBy'), cell: ({ resolve_by: at }) => <Time at={at} /> },
      ]}
    />
  );
}
