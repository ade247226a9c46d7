import type { Person, Session } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight, useSignedIn } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Badge, Card, Problem, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';

/** Where a person is signed in, and the end of all their sessions. */
export function PersonSessions({ person }: { readonly person: Person }) {
  const { t } = useTexts();
  const send = useSend();
  const mayManage = useRight('people:manage');
  const { session: own } = useSignedIn();
  const { data, error } = useAll<Session>('/v1/sessions');
  const sessions = data?.filter(({ person_id: id }) => id === person.id);
  const end = async () => {
    for (const { id } of sessions ?? []) if (id !== own.id) await send('DELETE', `/v1/sessions/${id}`);
  };
  const others = sessions?.filter(({ id }) => id !== own.id) ?? [];
  return (
    <Card title={t('people.sessions')}>
      <Problem error={error} />
      {sessions === undefined && error === null ? <Skeleton /> : null}
      {sessions?.length === 0 ? <p>{t('people.noSessions')}</p> : null}
      {sessions === undefined || sessions.length === 0 ? null : (
        <DataTable
          caption={t('people.sessions')}
          rows={sessions}
          keyOf={({ id }) => id}
          columns={[
            { title: t('profile.browser'), cell: ({ user_agent: agent }) => agent ?? t('profile.unknown') },
            {
              title: t('profile.address'),
              cell: ({ ip_address: address }) => address ?? t('profile.unknown'),
            },
            { title: t('profile.since'), cell: ({ signed_in_at: at }) => <Time at={at} /> },
            { title: t('profile.used'), cell: ({ used_at: at }) => <Time at={at} /> },
            {
              title: t('profile.state'),
              cell: ({ id }) =>
                id === own.id ? <Badge tone="good">{t('profile.thisBrowser')}</Badge> : null,
            },
          ]}
        />
      )}
      {mayManage && others.length > 0 ? (
        <ConfirmButton
          label={t('people.endSessions')}
          title={t('people.endSessionsTitle', { email: person.email })}
          confirm={t('people.endSessionsConfirm', { count: others.length })}
          onConfirm={end}
        >
          <p>{t('people.endSessionsHint')}</p>
        </ConfirmButton>
      ) : null}
    </Card>
  );
}
