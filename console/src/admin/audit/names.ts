import type { ApiKey, AuditEntry, Person } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';

/** Names of the keys and people of the account, as far as the reader may see them. */
export function usePrincipals() {
  const { t } = useTexts();
  const people = useAll<Person>('/v1/people', {}, useRight('people:read'));
  const keys = useAll<ApiKey>('/v1/api-keys', {}, useRight('keys:read'));
  const known = new Map<string, string>([
    ...(people.data ?? []).map(({ id, email }) => [id, email] as const),
    ...(keys.data ?? []).map(
      ({ id, name }) => [id, t('audit.key', { name: name === '' ? id : name })] as const,
    ),
  ]);
  return {
    known,
    nameOf: ({ kind, id }: AuditEntry['principal']) =>
      kind === 'platform' || id === null ? t('audit.platform') : (known.get(id) ?? id),
  };
}
