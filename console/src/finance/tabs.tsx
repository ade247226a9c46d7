import { Link } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';

const TABS = [
  ['/statements', 'finance.tabStatements', 'statements:read'],
  ['/statements/campaigns', 'finance.tabCampaigns', 'batches:read'],
  ['/statements/cost-centres', 'finance.tabCostCentres', 'statements:read'],
  ['/statements/top-up', 'finance.tabTopUp', 'balance:read'],
] as const;

/** The screens about money. */
export function FinanceTabs() {
  const { t } = useTexts();
  const { rights } = useAccount();
  return (
    <nav className="sections" aria-label={t('finance.tabs')}>
      {TABS.filter(([, , right]) => rights.includes(right)).map(([to, text]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
