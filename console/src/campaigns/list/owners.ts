import type { ApiKey, BatchOwner, PersonList } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight, useSignedIn } from '../../app/session.tsx';

interface KeyList {
  readonly data: readonly ApiKey[];
}

/** Finds the name of an owner, as far as the person may see it. */
export function useOwnerName(): (owner: BatchOwner | null) => string {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const people = useApi<PersonList>('/v1/people', {
    query: { limit: 100 },
    enabled: useRight('people:read'),
  });
  const keys = useApi<KeyList>('/v1/api-keys', { query: { limit: 100 }, enabled: useRight('keys:read') });
  return (owner) => {
    if (owner === null) return t('owner.unknown');
    if (owner.id === person.id) return t('owner.you');
    switch (owner.kind) {
      case 'person': {
        const found = people.data?.data.find(({ id }) => id === owner.id);
        return found === undefined ? t('owner.person') : found.name || found.email;
      }
      case 'key': {
        const found = keys.data?.data.find(({ id }) => id === owner.id);
        return found === undefined ? t('owner.key') : t('owner.namedKey', { name: found.name });
      }
      default:
        return t('owner.other', { kind: owner.kind });
    }
  };
}
