import { Link } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';
import type { Section } from '../ui/sections.tsx';

/** The first one is in the menu too. */
export const FINANCE_TABS: readonly Section[] = [
  { to: '/statements', text: 'finance.tabStatements', right: 'statements:read' },
  { to: '/statements/campaigns', text: 'finance.tabCampaigns', right: 'batches:read' },
  { to: '/statements/cost-centres', text: 'finance.tabCostCentres', right: 'statements:read' },
  { to: '/statements/top-up', text: 'finance.tabTopUp', right: 'balance:read' },
];

/** The screens about money. */
export function FinanceTabs() {
  const { t } = useTexts();
  const { rights } = useAccount();
  return (
    <nav className="sections" aria-label={t('finance.tabs')}>
      {FINANCE_TABS.filter(({ right }) => rights.includes(right)).map(({ to, text }) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
