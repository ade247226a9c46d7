import { READ_RIGHTS, type Right } from './rights.ts';
import { CLIENT_ROLES, type ClientRole, needsSecondFactor } from './roles.ts';

export function isClientRole(text: string): text is ClientRole {
  return Object.hasOwn(CLIENT_ROLES, text);
}

/** The rights of a role. One that this version does not know gives none. */
export function roleRights(role: string): ReadonlySet<Right> {
  return isClientRole(role) ? CLIENT_ROLES[role] : new Set();
}

/** The second factor in a session: the person has none, has not sent a code yet in this session, or has. */
export type FactorState = 'none' | 'pending' | 'passed';

/**
 * What a person may do in a session. A role that can spend money or change the rules for it needs a second factor; a person
 * without one only reads. A session whose code is pending may do nothing, and a role that this version does not know gives nothing.
 */
export function rightsInSession(role: string, factor: FactorState): ReadonlySet<Right> {
  if (!isClientRole(role) || factor === 'pending') return new Set();
  const rights: ReadonlySet<Right> = CLIENT_ROLES[role];
  if (factor === 'passed' || !needsSecondFactor(role)) return rights;
  return new Set([...rights].filter((right) => READ_RIGHTS.has(right)));
}
