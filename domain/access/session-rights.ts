import { isRight, READ_RIGHTS, type Right } from './rights.ts';
import { CLIENT_ROLES, type ClientRole, needsSecondFactor } from './roles.ts';

export function isClientRole(text: string): text is ClientRole {
  return Object.hasOwn(CLIENT_ROLES, text);
}

/**
 * The rights of a role. A role and a right that this version does not know give none.
 * @param custom the stored rights of a role that the organisation composed; null for a built-in one.
 */
export function roleRights(role: string, custom: readonly string[] | null): ReadonlySet<Right> {
  if (isClientRole(role)) return CLIENT_ROLES[role];
  return new Set((custom ?? []).filter(isRight));
}

/** The second factor in a session: the person has none, has not sent a code yet in this session, or has. */
export type FactorState = 'none' | 'pending' | 'passed';

/**
 * What a person may do in a session. A role that can spend money or change the rules for it needs a second factor; a person
 * without one only reads. A session whose code is pending may do nothing.
 * @param rights those of the role.
 */
export function rightsInSession(rights: ReadonlySet<Right>, factor: FactorState): ReadonlySet<Right> {
  if (factor === 'pending') return new Set();
  if (factor === 'passed' || !needsSecondFactor(rights)) return rights;
  return new Set([...rights].filter((right) => READ_RIGHTS.has(right)));
}
