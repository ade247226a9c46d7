import { useTexts } from '../../app/i18n.tsx';
import { useSignedIn } from '../../app/session.tsx';
import { Badge, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { StaffMember, StaffMemberList } from '../types.ts';
import { InviteCard } from './invite.tsx';
import { ChangeRole, Remove } from './member.tsx';

/** The staff members: their roles, and whether they are protected by a second factor. */
export function TeamPage() {
  const { t } = useTexts();
  const mayManage = useStaffRight('staff:manage');
  const { data, error } = useStaffApi<StaffMemberList>('/team');
  return (
    <Screen title={t('nav.team')}>
      <p className="lead">{t('team.lead')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data === undefined ? null : <Members members={data.data} mayManage={mayManage} />}
      {mayManage ? <InviteCard /> : null}
    </Screen>
  );
}

function Members({
  members,
  mayManage,
}: {
  readonly members: readonly StaffMember[];
  readonly mayManage: boolean;
}) {
  const { t } = useTexts();
  const me = useSignedIn().person.id;
  return (
    <DataTable
      caption={t('nav.team')}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        { title: t('staffPeople.email'), cell: ({ email }) => email },
        { title: t('staffPeople.name'), cell: ({ name }) => name },
        { title: t('staffPeople.role'), cell: ({ role }) => role },
        {
          title: t('team.factor'),
          cell: ({ has_second_factor: has }) => (
            <Badge tone={has ? 'good' : 'warn'}>{t(has ? 'people.hasFactor' : 'people.noFactor')}</Badge>
          ),
        },
        {
          title: t('people.lastSignIn'),
          cell: ({ last_sign_in_at: at }) => (at === null ? t('operations.never') : <Time at={at} />),
        },
        ...(mayManage
          ? [
              {
                title: t('staffCampaigns.commands'),
                cell: (member: StaffMember) =>
                  member.id === me ? (
                    t('team.you')
                  ) : (
                    <div className="actions">
                      <ChangeRole member={member} />
                      <Remove member={member} />
                    </div>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}
