import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../app/frame.ts';
import { readListSearch } from './list/search.ts';
import { readRowSearch } from './live/search.ts';
import { readScheduleSearch } from './schedules/search.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./list/page.tsx'), 'CampaignsPage'),
});
const schedules = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/schedules',
  validateSearch: readScheduleSearch,
  component: lazyRouteComponent(() => import('./schedules/page.tsx'), 'SchedulesPage'),
});
const prepared = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('./prepare/file/new.tsx'), 'NewCampaignPage'),
});
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$batchId',
  validateSearch: readRowSearch,
  component: lazyRouteComponent(() => import('./campaign.tsx'), 'CampaignPage'),
});

/** The screens of campaigns. */
export const campaignRoutes = [list, schedules, prepared, campaign] as const;
