import type { Section } from '../ui/sections.tsx';

/** The screens for those who administer an account and its organisation. */
export const ADMIN_SECTIONS: readonly Section[] = [
  { to: '/admin/people', text: 'people.title', right: 'people:read' },
  { to: '/admin/roles', text: 'roles.title', right: 'people:read' },
  { to: '/admin/limits', text: 'limits.title', right: 'rules:read' },
  { to: '/admin/approvals', text: 'approvalRules.title', right: 'rules:read' },
  { to: '/admin/sign-on', text: 'signOn.title', right: 'people:read' },
  { to: '/admin/audit', text: 'audit.title', right: 'audit:read' },
];
