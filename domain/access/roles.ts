import { ALL_RIGHTS, GUARDED_RIGHTS, type Right, SPENDING_RIGHTS } from './rights.ts';

const LOOKING = [
  'approvals:read',
  'balance:read',
  'batches:read',
  'catalogue:read',
  'purchases:read',
  'recurring-batches:read',
] as const satisfies readonly Right[];

/** The rights of each role in a client's organisation. What a role does not name, it may not do. */
export const CLIENT_ROLES = {
  owner: ALL_RIGHTS,
  /** Sets up everything, and neither spends nor approves. */
  admin: new Set(
    [...ALL_RIGHTS].filter((right) => !SPENDING_RIGHTS.has(right) && right !== 'approvals:decide'),
  ),
  /** Prepares campaigns, which another starts. */
  preparer: new Set([...LOOKING, 'batches:create', 'numbers:lookup', 'numbers:read', 'rules:read']),
  approver: new Set([
    ...LOOKING,
    'approvals:decide',
    'batches:start',
    'batches:stop',
    'numbers:read',
    'recurring-batches:start',
    'recurring-batches:stop',
    'rules:read',
    'statements:read',
  ]),
  finance: new Set([
    ...LOOKING,
    'audit:read',
    'numbers:read',
    'people:read',
    'rules:read',
    'settings:read',
    'statements:read',
  ]),
  /** Answers customers; sees numbers masked. */
  support: new Set([...LOOKING, 'events:read', 'events:resend', 'numbers:lookup']),
  developer: new Set([
    ...LOOKING,
    'events:read',
    'events:resend',
    'keys:read',
    'numbers:lookup',
    'requests:read',
    'rules:read',
    'sandbox:write',
    'settings:read',
    'webhooks:read',
    'webhooks:write',
  ]),
  /** Sees numbers masked. */
  viewer: new Set([...LOOKING, 'statements:read']),
} as const satisfies Readonly<Record<string, ReadonlySet<Right>>>;

export type ClientRole = keyof typeof CLIENT_ROLES;

/** Whether people with a role of these rights can spend money, approve that others do, or change the rules for it. */
export function needsSecondFactor(rights: ReadonlySet<Right>): boolean {
  return [...rights].some((right) => GUARDED_RIGHTS.has(right));
}
