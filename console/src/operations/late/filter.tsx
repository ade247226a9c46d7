import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { Check } from '../../ui/checks.tsx';
import { NetworkChoice } from '../network-choice.tsx';

const PAGE = 50;

/** Which entries of a list an address shows. */
export interface DecisionSearch {
  /** Only this network. */
  network?: string;
  /** Whether decided ones are shown too. */
  all?: boolean;
}

/** The parameters of the API for an address. */
export function useDecisionQuery() {
  const { network, all, cursor } = useSearch({ strict: false });
  return { network_id: network, all: all === true, cursor, limit: PAGE };
}

/** Chooses a network, and whether decided ones are shown too. The address keeps both. */
export function DecisionFilter({ to }: { readonly to: '/operations/late' | '/operations/contradictions' }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { network = '', all = false } = useSearch({ strict: false });
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
      <NetworkChoice value={network} onChange={(chosen) => show({ network: chosen, all })} />
      <Check checked={all} onChange={(checked) => show({ network, all: checked })}>
        {t('decisions.all')}
      </Check>
    </search>
  );
}
