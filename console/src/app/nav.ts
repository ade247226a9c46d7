import type { TextKey } from './texts.ts';

interface NavEntry {
  readonly to: '/' | '/approvals' | '/purchases' | '/statements' | '/campaigns';
  readonly text: TextKey;
  /** Without this right, the entry is not shown; null for everyone. */
  readonly right: string | null;
}

/** The menu. A screen gets an entry when it is complete. */
export const NAV: readonly NavEntry[] = [
  { to: '/', text: 'nav.home', right: null },
  { to: '/campaigns', text: 'nav.campaigns', right: 'batches:read' },
  { to: '/approvals', text: 'nav.approvals', right: 'approvals:read' },
  { to: '/purchases', text: 'nav.purchases', right: 'purchases:read' },
  { to: '/statements', text: 'nav.statements', right: 'statements:read' },
];

interface StaffEntry {
  readonly to: '/operations' | '/operations/stuck' | '/operations/accounts' | '/operations/approvals';
  readonly text: TextKey;
  /** The right of the staff without which the entry is not shown. */
  readonly right: string;
}

/** The menu of the staff. */
export const STAFF_NAV: readonly StaffEntry[] = [
  { to: '/operations', text: 'nav.operations', right: 'purchases:read' },
  { to: '/operations/stuck', text: 'nav.stuck', right: 'purchases:read' },
  { to: '/operations/accounts', text: 'nav.accounts', right: 'accounts:read' },
  { to: '/operations/approvals', text: 'nav.approvals', right: 'approvals:read' },
];
