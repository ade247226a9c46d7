import type { ApiKey, BatchOwner, Person } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight, useSignedIn } from '../../app/session.tsx';

/** The names of those who can own campaigns, by id, as far as the person may see them. */
export function useOwners(): ReadonlyMap<string, string> {
  const { t } = useTexts();
  const people = useAll<Person>('/v1/people', {}, useRight('people:read'));
  const keys = useAll<ApiKey>('/v1/api-keys', {}, useRight('keys:read'));
  return new Map([
    ...(people.data ?? []).map(({ id, name, email }) => [id, name || email] as const),
    ...(keys.data ?? []).map(
      ({ id, name }) => [id, name === '' ? t('owner.key') : t('owner.namedKey', { name })] as const,
    ),
  ]);
}

/** Finds the name of an owner, as far as the person may see it. */
export function useOwnerName(): (owner: BatchOwner | null) => string {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const owners = useOwners();
  return (owner) => {
    if (owner === null) return t('owner.unknown');
    if (owner.id === person.id) return t('owner.you');
    switch (owner.kind) {
      case 'person':
        return owners.get(owner.id) ?? t('owner.person');
      case 'key':
        return owners.get(owner.id) ?? t('owner.key');
      default:
        return t('owner.other', { kind: owner.kind });
    }
  };
}
