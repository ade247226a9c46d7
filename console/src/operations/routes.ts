import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DecisionSearch } from './late/filter.tsx';

interface StuckSearch {
  /** Only purchases with this cause. */
  cause?: string;
}

/** Which entries a list of decisions shows. */
const readDecisions = ({ network, all }: Record<string, unknown>): DecisionSearch => ({
  ...(typeof network === 'string' && network !== '' ? { network } : {}),
  ...(all === true ? { all } : {}),
});

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
      validateSearch: ({ cause }: Record<string, unknown>): StuckSearch =>
        typeof cause === 'string' ? { cause } : {},
      component: lazyRouteComponent(() => import('./stuck.tsx'), 'StuckPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/purchases/$purchaseId',
      component: lazyRouteComponent(() => import('./trace.tsx'), 'TracePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/networks/$networkId',
      component: lazyRouteComponent(() => import('./network.tsx'), 'NetworkPage'),
    }),
  ] as const;
}

/** What someone must decide. */
function decisionRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations/approvals',
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'StaffApprovalsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/late',
      validateSearch: readDecisions,
      component: lazyRouteComponent(() => import('./late/late.tsx'), 'LatePage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/contradictions',
      validateSearch: readDecisions,
      component: lazyRouteComponent(() => import('./late/contradictions.tsx'), 'ContradictionsPage'),
    }),
  ] as const;
}

/** Accounts of clients. */
function clientRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations/accounts',
      validateSearch: readQ,
      component: lazyRouteComponent(() => import('./accounts.tsx'), 'AccountsPage'),
    }),
    createRoute({
      getParentRoute,
      path: '/operations/accounts/$accountId',
      component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
    }),
  ] as const;
}

/** The screens of the staff. @param getParentRoute the frame of people who are signed in */
export function operationsRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    ...nowRoutes(getParentRoute),
    ...decisionRoutes(getParentRoute),
    ...clientRoutes(getParentRoute),
  ] as const;
}
