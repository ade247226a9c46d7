import type { TextKey } from './texts.ts';

interface NavEntry {
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
}

/** The menu. A screen gets an entry when it is complete. Of entries with the same text, the first that may be shown is. */
export const NAV: readonly NavEntry[] = [
  { to: '/', text: 'nav.home', right: null },
  { to: '/campaigns', text: 'nav.campaigns', right: 'batches:read' },
  { to: '/approvals', text: 'nav.approvals', right: 'approvals:read' },
  { to: '/purchases', text: 'nav.purchases', right: 'purchases:read' },
  { to: '/statements', text: 'nav.statements', right: 'statements:read' },
  { to: '/developers', text: 'nav.developers', right: ['keys:read', 'webhooks:read', 'sandbox:write'] },
  { to: '/admin/people', text: 'nav.admin', right: 'people:read' },
  { to: '/admin/limits', text: 'nav.admin', right: ['rules:write', 'approvals:rules'] },
  { to: '/admin/audit', text: 'nav.admin', right: 'audit:read' },
];

/** The entries of the menu for someone with these rights. */
export function entriesFor(rights: readonly string[]): readonly NavEntry[] {
  const shown = NAV.filter(
    ({ right }) => right === null || [right].flat().some((one) => rights.includes(one)),
  );
  return shown.filter(({ text }, at) => shown.findIndex((entry) => entry.text === text) === at);
}
