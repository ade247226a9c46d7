import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { useStaffApi, useStaffRight } from './data.ts';
import type { StaffMemberList, StaffNetworkList } from './types.ts';

const KINDS: Readonly<Record<string, TextKey>> = {
  key: 'actor.key',
  operator: 'actor.operator',
  person: 'actor.person',
  process: 'actor.process',
  staff: 'actor.staff',
};

/** Who acts, in words: the staff members by their names, if the reader may see the team; others by their ids. */
export function useActors() {
  const { t } = useTexts();
  const mayRead = useStaffRight('staff:read');
  const { data } = useStaffApi<StaffMemberList>('/team', { enabled: mayRead });
  const names = new Map(data?.data.map(({ id, name }) => [id, name] as const));
  const kindOf = (kind: string) => {
    const key = KINDS[kind];
    return key === undefined ? kind : t(key);
  };
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    kind: kindOf,
    name: nameOf,
    /** Both, such as `Staff Bisi`. */
    whole: (kind: string, id: string) => `${kindOf(kind)} ${nameOf(id)}`,
  };
}

/** The names of networks, if the reader may see them; otherwise their ids. */
export function useNetworkNames(): (id: string) => string {
  const mayRead = useStaffRight('networks:read');
  const { data } = useStaffApi<StaffNetworkList>('/networks', { enabled: mayRead });
  const names = new Map(data?.data.map(({ id, name }) => [id, name] as const));
  return (id) => names.get(id) ?? id;
}
