import { Link } from '@tanstack/react-router';
import type { Person } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useTexts } from '../../app/i18n.tsx';
import { FactorNotice } from '../../app/second-factor.tsx';
import { useRight, useSignedIn } from '../../app/session.tsx';
import { Badge, Card, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Invitations } from './invitations.tsx';
import { InviteCard } from './invite.tsx';
import { useRoles } from './roles.ts';
import { FactorBadge, PersonBadge } from './words.tsx';

/** The people of the organisation, and who was invited. */
export function PeoplePage() {
  const { t } = useTexts();
  const { data, error } = useAll<Person>('/v1/people');
  const { nameOf } = useRoles();
  const { person: me } = useSignedIn();
  const mayManage = useRight('people:manage');
  return (
    <Screen title={t('people.title')}>
      <p className="lead">{t('people.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data === undefined ? null : (
        <Card title={t('people.members')}>
          <DataTable
            caption={t('people.members')}
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: t('people.email'),
                cell: ({ id, email }) => (
                  <>
                    <Link to="/admin/people/$personId" params={{ personId: id }}>
                      {email}
                    </Link>{' '}
                    {id === me.id ? <Badge tone="quiet">{t('people.you')}</Badge> : null}
                  </>
                ),
              },
              { title: t('people.role'), cell: ({ role }) => nameOf(role) },
              { title: t('people.state'), cell: ({ status }) => <PersonBadge status={status} /> },
              { title: t('people.factor'), cell: ({ second_factor: has }) => <FactorBadge has={has} /> },
              {
                title: t('people.lastSignIn'),
                cell: ({ last_sign_in_at: at }) => (at === null ? t('app.never') : <Time at={at} />),
              },
            ]}
          />
        </Card>
      )}
      {mayManage ? <InviteCard /> : <FactorNotice />}
      <Invitations />
    </Screen>
  );
}
