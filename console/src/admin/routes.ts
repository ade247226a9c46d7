import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../app/frame.ts';
import { readAuditSearch } from './audit/search.ts';

const admin = createRoute({
  getParentRoute: () => shell,
  path: '/admin',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'AdminLayout'),
});
const people = createRoute({
  getParentRoute: () => admin,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/page.tsx'), 'PeoplePage'),
});
const person = createRoute({
  getParentRoute: () => admin,
  path: '/people/$personId',
  component: lazyRouteComponent(() => import('./people/detail.tsx'), 'PersonPage'),
});
const roles = createRoute({
  getParentRoute: () => admin,
  path: '/roles',
  component: lazyRouteComponent(() => import('./roles/page.tsx'), 'RolesPage'),
});
const newRole = createRoute({
  getParentRoute: () => admin,
  path: '/roles/new',
  component: lazyRouteComponent(() => import('./roles/create.tsx'), 'NewRolePage'),
});
const role = createRoute({
  getParentRoute: () => admin,
  path: '/roles/$roleId',
  component: lazyRouteComponent(() => import('./roles/detail.tsx'), 'RolePage'),
});
const limits = createRoute({
  getParentRoute: () => admin,
  path: '/limits',
  component: lazyRouteComponent(() => import('./limits/page.tsx'), 'LimitsPage'),
});
const approvals = createRoute({
  getParentRoute: () => admin,
  path: '/approvals',
  component: lazyRouteComponent(() => import('./approvals/page.tsx'), 'ApprovalRulesPage'),
});
const signOn = createRoute({
  getParentRoute: () => admin,
  path: '/sign-on',
  component: lazyRouteComponent(() => import('./sign-on/page.tsx'), 'SignOnPage'),
});
const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit/page.tsx'), 'AuditPage'),
});

/** The screens for administrators. Each is loaded when it is opened. */
export const adminRoutes = admin.addChildren([
  people,
  person,
  roles,
  newRole,
  role,
  limits,
  approvals,
  audit,
  signOn,
]);
