import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { Check } from '../../ui/checks.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { StaffNetworkList } from '../types.ts';

/** Which entries of a list an address shows. */
export interface DecisionSearch {
  /** Only this network. */
  network?: string;
  /** Whether decided ones are shown too. */
  all?: boolean;
}

/** The parameters of the API for an address. */
export function useDecisionQuery() {
  const { network, all } = useSearch({ strict: false });
  return { network_id: network, all: all === true, limit: 100 };
}

/** Chooses a network, and whether decided ones are shown too. The address keeps both. */
export function DecisionFilter({ to }: { readonly to: '/operations/late' | '/operations/contradictions' }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { network = '', all = false } = useSearch({ strict: false });
  const mayRead = useStaffRight('networks:read');
  const { data } = useStaffApi<StaffNetworkList>('/networks', { enabled: mayRead });
  const known = data?.data.map(({ id, name }) => [id, name] as const) ?? [];
  const options = [
    ['', t('decisions.everyNetwork')] as const,
    ...known,
    ...(network === '' || known.some(([id]) => id === network) ? [] : [[network, network] as const]),
  ];
  const show = (next: { network: string; all: boolean }) =>
    void navigate({
      to,
      search: {
        ...(next.network === '' ? {} : { network: next.network }),
        ...(next.all ? { all: true } : {}),
      },
    });
  return (
    <search className="search">
      <Choice
        label={t('purchase.network')}
        value={network}
        options={options}
        onChange={(chosen) => show({ network: chosen, all })}
      />
      <Check checked={all} onChange={(checked) => show({ network, all: checked })}>
        {t('decisions.all')}
      </Check>
    </search>
  );
}

/** The purchase that a row is about. */
export function PurchaseLink({ id }: { readonly id: string }) {
  return (
    <Link to="/operations/purchases/$purchaseId" params={{ purchaseId: id }}>
      <code>{id}</code>
    </Link>
  );
}

/** The account that a row is about. */
export function AccountLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to="/operations/accounts/$accountId" params={{ accountId: id }}>
      {name}
    </Link>
  );
}
