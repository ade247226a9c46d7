import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch, withPage } from '../app/frame.ts';
import { readStaffAuditSearch } from './audit/search.ts';
import { readCampaignSearch } from './campaigns/search.ts';
import type { DecisionSearch } from './late/filter.tsx';
import { readMarginSearch } from './margins/search.ts';
import { readNetworkSearch } from './networks/search.ts';
import { readStuckSearch } from './stuck/search.ts';

/** Which entries a list of decisions shows. */
const readDecisions = ({ network, all }: Record<string, unknown>): DecisionSearch => ({
  ...(typeof network === 'string' && network !== '' ? { network } : {}),
  ...(all === true ? { all } : {}),
});

/** Which network a list shows; all if it is left out. */
const readNetwork = ({ network }: Record<string, unknown>): Pick<DecisionSearch, 'network'> =>
  typeof network === 'string' && network !== '' ? { network } : {};

interface FoundSearch {
  /** What was typed. */
  q?: string;
}

const readQ = ({ q }: Record<string, unknown>): FoundSearch => (q === undefined ? {} : { q: String(q) });

/** What needs someone now. */
function nowRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations',
      component: lazyRouteComponent(() => import('./overview.tsx'), 'OverviewPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/alerts',
      component: lazyRouteComponent(() => import('./alerts/page.tsx'), 'AlertsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/search',
      validateSearch: readQ,
      component: lazyRouteComponent(() => import('./search.tsx'), 'SearchPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/stuck',
      validateSearch: withPage(readStuckSearch),
      component: lazyRouteComponent(() => import('./stuck/page.tsx'), 'StuckPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/queues',
      validateSearch: readPageSearch,
      component: lazyRouteComponent(() => import('./queues/page.tsx'), 'QueuesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/webhooks',
      validateSearch: readPageSearch,
      component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/purchases/$purchaseId',
      component: lazyRouteComponent(() => import('./trace.tsx'), 'TracePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/networks/$networkId',
      validateSearch: readNetworkSearch,
      component: lazyRouteComponent(() => import('./networks/page.tsx'), 'NetworkPage'),
    }),
  ] as const;
}

/** What someone must decide. */
function decisionRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations/approvals',
      validateSearch: readPageSearch,
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'StaffApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/late',
      validateSearch: withPage(readDecisions),
      component: lazyRouteComponent(() => import('./late/late.tsx'), 'LatePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/contradictions',
      validateSearch: withPage(readDecisions),
      component: lazyRouteComponent(() => import('./late/contradictions.tsx'), 'ContradictionsPage'),
    }),
  ] as const;
}

/** Clients: their accounts, campaigns and people. */
function clientRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations/accounts',
      validateSearch: withPage(readQ),
      component: lazyRouteComponent(() => import('./accounts.tsx'), 'AccountsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/accounts/$accountId',
      component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/accounts/$accountId/approval-rules',
      component: lazyRouteComponent(() => import('./approval-rules/page.tsx'), 'AccountApprovalRulesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/accounts/$accountId/prices',
      component: lazyRouteComponent(() => import('./prices/page.tsx'), 'PricesPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/campaigns',
      validateSearch: withPage(readCampaignSearch),
      component: lazyRouteComponent(() => import('./campaigns/page.tsx'), 'CampaignsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/people',
      validateSearch: withPage(readQ),
      component: lazyRouteComponent(() => import('./people/page.tsx'), 'PeoplePage'),
    }),
  ] as const;
}

/** What was done, and what was compared. */
function recordRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations/reconciliations',
      validateSearch: withPage(readNetwork),
      component: lazyRouteComponent(() => import('./reconciliations/page.tsx'), 'ReconciliationsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/margins',
      validateSearch: readMarginSearch,
      component: lazyRouteComponent(() => import('./margins/page.tsx'), 'MarginsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/team',
      component: lazyRouteComponent(() => import('./team/page.tsx'), 'TeamPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/audit',
      validateSearch: withPage(readStaffAuditSearch),
      component: lazyRouteComponent(() => import('./audit/page.tsx'), 'StaffAuditPage'),
    }),
  ] as const;
}

/** The staff screens. @param getParentRoute the frame of people who are signed in */
export function operationsRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    ...nowRoutes(getParentRoute),
    ...decisionRoutes(getParentRoute),
    ...clientRoutes(getParentRoute),
    ...recordRoutes(getParentRoute),
  ] as const;
}
