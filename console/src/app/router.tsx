import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { readCampaignSearch } from '../campaigns/search.ts';
import { isDay } from '../finance/day.ts';
import { HomePage } from '../home/page.tsx';
import { Problem } from '../ui/parts.tsx';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

interface RootSearch {
  /** The account that the screen shows, so that a link shows the same to a colleague. */
  account?: string;
}

const root = createRootRoute({
  component: Outlet,
  validateSearch: ({ account }: Record<string, unknown>): RootSearch =>
    typeof account === 'string' ? { account } : {},
  search: { middlewares: [retainSearchParams<RootSearch>(['account'])] },
  notFoundComponent: NotFound,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../sign-in/page.tsx'), 'SignInPage'),
});

/** Everything for people who are signed in. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });

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
const readPurchaseSearch = ({ q }: Record<string, unknown>): PurchaseSearch =>
  q === undefined ? {} : { q: String(q) };
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

const newCampaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('../campaigns/prepare/new.tsx'), 'NewCampaignPage'),
});
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$batchId',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('../campaigns/campaign.tsx'), 'CampaignPage'),
});

interface StatementSearch {
  /** A UTC day, YYYY-MM-DD. */
  day?: string;
}
const statements = createRoute({
  getParentRoute: () => shell,
  path: '/statements',
  validateSearch: ({ day }: Record<string, unknown>): StatementSearch => (isDay(day) ? { day } : {}),
  component: lazyRouteComponent(() => import('../finance/page.tsx'), 'FinancePage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([home, profile, approvals, newCampaign, campaign, purchases, purchase, statements]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <Problem error={error} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
