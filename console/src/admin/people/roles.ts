import type { Role } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useAccount } from '../../app/session.tsx';
import { useAccessNames } from '../../ui/rights/names.ts';

/** The roles of the organisation, with their names, and which of them the person may give. */
export function useRoles() {
  const { data = [], error } = useAll<Role>('/v1/roles');
  const { rights } = useAccount();
  const names = useAccessNames();
  const nameOf = (id: string) => names.role(id, data.find((role) => role.id === id)?.name);
  return {
    error,
    all: data,
    nameOf,
    /** A role can be given by those who have all its rights. */
    mine: data.filter((role) => role.rights.every((right) => rights.includes(right))),
  };
}
