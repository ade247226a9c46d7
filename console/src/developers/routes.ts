import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch, shell } from '../app/frame.ts';
import { readRequestSearch } from './requests/search.ts';

const developers = createRoute({
  getParentRoute: () => shell,
  path: '/developers',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'DevelopersLayout'),
});
const start = createRoute({
  getParentRoute: () => developers,
  path: '/',
  component: lazyRouteComponent(() => import('./layout.tsx'), 'DevelopersStart'),
});
const keys = createRoute({
  getParentRoute: () => developers,
  path: '/keys',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./keys/page.tsx'), 'KeysPage'),
});
const newKey = createRoute({
  getParentRoute: () => developers,
  path: '/keys/new',
  component: lazyRouteComponent(() => import('./keys/create.tsx'), 'NewKeyPage'),
});
const key = createRoute({
  getParentRoute: () => developers,
  path: '/keys/$keyId',
  component: lazyRouteComponent(() => import('./keys/detail.tsx'), 'KeyPage'),
});
const webhooks = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
});
const newWebhook = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./webhooks/create.tsx'), 'NewWebhookPage'),
});
const webhook = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks/$endpointId',
  validateSearch: readPageSearch,
  component: lazyRouteComponent(() => import('./webhooks/detail.tsx'), 'WebhookPage'),
});
const event = createRoute({
  getParentRoute: () => developers,
  path: '/events/$eventId',
  component: lazyRouteComponent(() => import('./webhooks/event.tsx'), 'EventPage'),
});
const requests = createRoute({
  getParentRoute: () => developers,
  path: '/requests',
  validateSearch: readRequestSearch,
  component: lazyRouteComponent(() => import('./requests/page.tsx'), 'RequestsPage'),
});
const request = createRoute({
  getParentRoute: () => developers,
  path: '/requests/$requestId',
  component: lazyRouteComponent(() => import('./requests/detail.tsx'), 'RequestPage'),
});
const sandbox = createRoute({
  getParentRoute: () => developers,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./sandbox/page.tsx'), 'SandboxPage'),
});

/** The screens for developers. Each is loaded when it is opened. */
export const developerRoutes = developers.addChildren([
  start,
  keys,
  newKey,
  key,
  webhooks,
  newWebhook,
  webhook,
  event,
  requests,
  request,
  sandbox,
]);
