import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { adminRoutes } from '../admin/routes.ts';
import { campaignRoutes } from '../campaigns/routes.ts';
import { developerRoutes } from '../developers/routes.ts';
import { readFinanceSearch } from '../finance/period.ts';
import { HomePage } from '../home/page.tsx';
import { operationsRoutes } from '../operations/routes.ts';
import { Problem } from '../ui/parts.tsx';
import { readPageSearch, root, shell, withPage } from './frame.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../sign-in/page.tsx'), 'SignInPage'),
});

const home = createRoute({ getParentRoute: () => shell, path: '/', component: HomePage });
const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('../profile/page.tsx'), 'ProfilePage'),
});

const approvals = createRoute({
  getParentRoute: () => shell,
  path: '/approvals',
  component: lazyRouteComponent(() => import('../approvals/page.tsx'), 'ApprovalsPage'),
});

interface PurchaseSearch {
  /** A phone number, a reference or an id, as it was typed. */
  q?: string;
}
const readPurchaseSearch = withPage(({ q }): PurchaseSearch => (q === undefined ? {} : { q: String(q) }));
const purchases = createRoute({
  getParentRoute: () => shell,
  path: '/purchases',
  validateSearch: readPurchaseSearch,
  component: lazyRouteComponent(() => import('../purchases/page.tsx'), 'PurchasesPage'),
});
const purchase = createRoute({
  getParentRoute: () => shell,
  path: '/purchases/$purchaseId',
  validateSearch: readPurchaseSearch,
  component: lazyRouteComponent(() => import('../purchases/detail.tsx'), 'PurchasePage'),
});

const statements = createRoute({
  getParentRoute: () => shell,
  path: '/statements',
  validateSearch: withPage(readFinanceSearch),
  component: lazyRouteComponent(() => import('../finance/page.tsx'), 'FinancePage'),
});
const campaignMoney = createRoute({
  getParentRoute: () => shell,
  path: '/statements/campaigns',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('../finance/campaigns.tsx'), 'CampaignMoneyPage'),
});
const costCentres = createRoute({
  getParentRoute: () => shell,
  path: '/statements/cost-centres',
  validateSearch: readFinanceSearch,
  component: lazyRouteComponent(() => import('../finance/cost-centres.tsx'), 'CostCentrePage'),
});
const topUp = createRoute({
  getParentRoute: () => shell,
  path: '/statements/top-up',
  component: lazyRouteComponent(() => import('../finance/top-up.tsx'), 'TopUpPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      home,
      profile,
      approvals,
      purchases,
      purchase,
      ...campaignRoutes,
      statements,
      campaignMoney,
      costCentres,
      topUp,
      ...operationsRoutes(() => shell),
      developerRoutes,
      adminRoutes,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <Problem error={error} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
