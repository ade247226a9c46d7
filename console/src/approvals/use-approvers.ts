import type { ApiKey, Person, Role } from '../../../clients/typescript/src/types.ts';
import { useAll } from '../app/all.ts';
import { useRight } from '../app/session.tsx';

const APPROVES = 'approvals:decide';

/** The ids of the people and keys that may approve now; null for those who may not read that, and while it is read. */
export function useApprovers(): readonly string[] | null {
  const mayRead = [useRight('people:read'), useRight('keys:read')].every(Boolean);
  const { data: people } = useAll<Person>('/v1/people', {}, mayRead);
  const { data: roles } = useAll<Role>('/v1/roles', {}, mayRead);
  const { data: keys } = useAll<ApiKey>('/v1/api-keys', {}, mayRead);
  if (people === undefined || roles === undefined || keys === undefined) return null;
  const approving = new Set(roles.filter(({ rights }) => rights.includes(APPROVES)).map(({ id }) => id));
  const active = people.filter(({ role, status }) => status === 'active' && approving.has(role));
  const named = keys.filter(({ scopes, status }) => status === 'active' && scopes.includes(APPROVES));
  return [...active, ...named].map(({ id }) => id);
}
