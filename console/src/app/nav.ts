import type { TextKey } from './texts.ts';

/** The parts of the menu, in this order. A part without an entry that the person may see is not shown. */
export const NAV_GROUPS = [
  'campaigns',
  'money',
  'customers',
  'developers',
  'administration',
  'now',
  'decide',
  'clients',
  'records',
] as const;
type NavGroup = (typeof NAV_GROUPS)[number];

export interface NavEntry {
  readonly to:
    | '/'
    | '/approvals'
    | '/purchases'
    | '/statements'
    | '/campaigns'
    | '/developers'
    | '/admin/people'
    | '/admin/limits'
    | '/admin/audit';
  readonly text: TextKey;
  /** Without this right, or without all of these rights, the entry is not shown; null for everyone. */
  readonly right: string | readonly string[] | null;
  /** Without one, the entry stands before the groups. */
  readonly group?: NavGroup;
}

/** The menu. A screen gets an entry when it is complete. Of entries with the same text, the first that may be shown is. */
const NAV: readonly NavEntry[] = [
  { to: '/', text: 'nav.home', right: null },
  { to: '/campaigns', text: 'nav.campaigns', right: 'batches:read', group: 'campaigns' },
  { to: '/approvals', text: 'nav.approvals', right: 'approvals:read', group: 'campaigns' },
  { to: '/statements', text: 'nav.statements', right: 'statements:read', group: 'money' },
  { to: '/purchases', text: 'nav.purchases', right: 'purchases:read', group: 'customers' },
  {
    to: '/developers',
    text: 'nav.developers',
    right: ['keys:read', 'webhooks:read', 'requests:read', 'sandbox:write'],
    group: 'developers',
  },
  { to: '/admin/people', text: 'nav.admin', right: 'people:read', group: 'administration' },
  {
    to: '/admin/limits',
    text: 'nav.admin',
    right: ['rules:write', 'approvals:rules'],
    group: 'administration',
  },
  { to: '/admin/audit', text: 'nav.admin', right: 'audit:read', group: 'administration' },
];

interface StaffEntry {
  readonly to:
    | '/operations'
    | '/operations/alerts'
    | '/operations/stuck'
    | '/operations/webhooks'
    | '/operations/queues'
    | '/operations/late'
    | '/operations/contradictions'
    | '/operations/accounts'
    | '/operations/campaigns'
    | '/operations/people'
    | '/operations/team'
    | '/operations/margins'
    | '/operations/reconciliations'
    | '/operations/audit'
    | '/operations/approvals';
  readonly text: TextKey;
  /** The staff right without which the entry is not shown. */
  readonly right: string;
  readonly group: NavGroup;
}

export type MenuEntry = NavEntry | StaffEntry;

/** The staff menu. */
const STAFF_NAV: readonly StaffEntry[] = [
  { to: '/operations', text: 'nav.operations', right: 'purchases:read', group: 'now' },
  { to: '/operations/alerts', text: 'nav.alerts', right: 'system:read', group: 'now' },
  { to: '/operations/stuck', text: 'nav.stuck', right: 'purchases:read', group: 'now' },
  { to: '/operations/queues', text: 'nav.queues', right: 'system:read', group: 'now' },
  { to: '/operations/webhooks', text: 'nav.failingWebhooks', right: 'accounts:read', group: 'now' },
  { to: '/operations/approvals', text: 'nav.approvals', right: 'approvals:read', group: 'decide' },
  { to: '/operations/late', text: 'nav.late', right: 'purchases:read', group: 'decide' },
  { to: '/operations/contradictions', text: 'nav.contradictions', right: 'purchases:read', group: 'decide' },
  { to: '/operations/accounts', text: 'nav.accounts', right: 'accounts:read', group: 'clients' },
  { to: '/operations/campaigns', text: 'nav.campaigns', right: 'purchases:read', group: 'clients' },
  { to: '/operations/people', text: 'nav.staffPeople', right: 'people:read', group: 'clients' },
  { to: '/operations/margins', text: 'nav.margins', right: 'networks:read', group: 'records' },
  {
    to: '/operations/reconciliations',
    text: 'nav.reconciliations',
    right: 'networks:read',
    group: 'records',
  },
  { to: '/operations/team', text: 'nav.team', right: 'staff:read', group: 'records' },
  { to: '/operations/audit', text: 'nav.staffAudit', right: 'audit:read', group: 'records' },
];

/** What a person with these rights finds in the menu. */
export function navFor(rights: readonly string[]): readonly NavEntry[] {
  const shown = NAV.filter(
    ({ right }) => right === null || [right].flat().some((one) => rights.includes(one)),
  );
  return shown.filter(({ text }, at) => shown.findIndex((entry) => entry.text === text) === at);
}

/** What a staff member finds in the menu. Without a second factor, they have no rights and no menu. */
export function staffNavFor(rights: readonly string[]): readonly StaffEntry[] {
  return STAFF_NAV.filter(({ right }) => rights.includes(right));
}
