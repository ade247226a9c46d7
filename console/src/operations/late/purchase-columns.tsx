import { useTexts } from '../../app/i18n.tsx';
import type { Column } from '../../ui/table.tsx';
import { useNetworkNames } from '../actors.ts';
import { AccountLink, PurchaseLink } from '../links.tsx';
import { Mode } from '../parts.tsx';

interface OfAccount {
  readonly account_id: string;
  readonly account_name: string;
  readonly livemode: boolean;
}

interface AboutPurchase extends OfAccount {
  readonly purchase_id: string;
  readonly network_id: string;
}

/** Columns of a list of purchases of all clients: whose each is, and in which mode. */
export function useAccountColumns(): readonly Column<OfAccount>[] {
  const { t } = useTexts();
  return [
    {
      title: t('app.account'),
      cell: ({ account_id: id, account_name: name }) => <AccountLink id={id} name={name} />,
    },
    { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
  ];
}

/** The first columns of a list of what happened to purchases: which one, whose, and on which network. */
export function usePurchaseColumns(): readonly Column<AboutPurchase>[] {
  const { t } = useTexts();
  const networkName = useNetworkNames();
  return [
    { title: t('contradictions.purchase'), cell: ({ purchase_id: id }) => <PurchaseLink id={id} /> },
    ...useAccountColumns(),
    { title: t('purchase.network'), cell: ({ network_id: network }) => networkName(network) },
  ];
}
