import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';

interface StuckSearch {
  /** Only purchases with this cause. */
  cause?: string;
}

interface FoundSearch {
  /** What was typed. */
  q?: string;
}

const readQ = ({ q }: Record<string, unknown>): FoundSearch => (q === undefined ? {} : { q: String(q) });

/** The screens of the staff. @param getParentRoute the frame of people who are signed in */
export function operationsRoutes<Parent extends AnyRoute>(getParentRoute: () => Parent) {
  return [
    createRoute({
      getParentRoute,
      path: '/operations',
      component: lazyRouteComponent(() => import('./overview.tsx'), 'OverviewPage'),
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
    createRoute({
      getParentRoute,
      path: '/operations/approvals',
      component: lazyRouteComponent(() => import('./approvals.tsx'), 'StaffApprovalsPage'),
    }),
  ] as const;
}
