import type { FactorState } from './session-rights.ts';

/** Every staff right, with what it allows. Each command and each operation under /v1/staff names the one that it needs. */
export const STAFF_RIGHTS = {
  'accounts:read': 'find accounts, and read their settings, rules, statements and webhooks',
  'accounts:write': 'create accounts, and change their keys, settings, rules and webhooks',
  'money:write': 'book funding and corrections, change prices, and decide who pays for late deliveries',
  'purchases:read': 'find purchases, and read why they are in their state',
  'purchases:requery': 'ask networks for the outcome of purchases',
  'purchases:resolve': 'settle purchases by hand, record late deliveries, and close contradictions',
  'events:resend': 'send events to clients again',
  'batches:control': 'pause, resume and cancel campaigns of clients',
  'networks:read': 'read the state of networks, and what waits for them',
  'networks:write': 'change networks, bundles and number tables, and override the status of a network',
  'numbers:read': 'see phone numbers in full, and export what is stored about one',
  'numbers:erase': 'erase a phone number',
  'approvals:read': 'read what others want to do, and how it was decided',
  'approvals:decide': 'approve and reject what others want to do',
  'approvals:rules': 'change from which amounts the staff needs another person',
  'audit:read': 'read the audit log of all accounts and of the platform',
  'people:read': 'read the organisations of clients and their people',
  'people:write': 'change the organisations of clients and their people',
  'staff:read': 'read who belongs to the staff',
  'staff:manage': 'invite and remove the staff, and change their roles',
  'system:read': 'read the state of the installation',
  'system:write': 'verify and record, close days, and seal secrets again',
} as const satisfies Readonly<Record<`${string}:${string}`, string>>;

export type StaffRight = keyof typeof STAFF_RIGHTS;

export function isStaffRight(text: string): text is StaffRight {
  return Object.hasOwn(STAFF_RIGHTS, text);
}

const LOOKING = [
  'accounts:read',
  'approvals:read',
  'networks:read',
  'people:read',
  'purchases:read',
  'system:read',
] as const satisfies readonly StaffRight[];

/** The rights of each staff role. What a role does not name, it may not do. No role both moves money and manages the staff. */
export const STAFF_ROLES = {
  /** Answers clients; sees numbers masked. */
  support: new Set<StaffRight>([...LOOKING, 'events:resend', 'purchases:requery']),
  /** Keeps purchases and networks running. */
  operator: new Set<StaffRight>([
    ...LOOKING,
    'accounts:write',
    'approvals:decide',
    'audit:read',
    'batches:control',
    'events:resend',
    'networks:write',
    'numbers:read',
    'purchases:requery',
    'purchases:resolve',
    'staff:read',
    'system:write',
  ]),
  /** Moves money, and approves that others do; sees numbers masked. */
  finance: new Set<StaffRight>([
    ...LOOKING,
    'approvals:decide',
    'audit:read',
    'money:write',
    'staff:read',
    'system:write',
  ]),
  /** Sets up everything, and neither moves money nor approves that others do. */
  admin: new Set<StaffRight>([
    ...LOOKING,
    'accounts:write',
    'approvals:rules',
    'audit:read',
    'batches:control',
    'events:resend',
    'networks:write',
    'numbers:erase',
    'numbers:read',
    'people:write',
    'staff:manage',
    'staff:read',
    'system:write',
  ]),
} as const satisfies Readonly<Record<string, ReadonlySet<StaffRight>>>;

export type StaffRole = keyof typeof STAFF_ROLES;

export function isStaffRole(text: string): text is StaffRole {
  return Object.hasOwn(STAFF_ROLES, text);
}

/**
 * What a staff member may do in a session: nothing without a second factor, whatever the role. A role that this version does
 * not know gives nothing.
 */
export function staffRightsInSession(role: string, factor: FactorState): ReadonlySet<StaffRight> {
  return isStaffRole(role) && factor === 'passed' ? STAFF_ROLES[role] : new Set();
}
