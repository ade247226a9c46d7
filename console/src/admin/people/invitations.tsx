import type { Invitation } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs.tsx';
import { Card, Empty, Problem, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useTask } from '../../ui/task.ts';
import { useRoles } from './roles.ts';
import { InvitationBadge } from './words.tsx';

/** The invitations of the organisation, newest first. */
export function Invitations() {
  const { t } = useTexts();
  const { data, error } = useAll<Invitation>('/v1/invitations');
  const { nameOf } = useRoles();
  const task = useTask();
  return (
    <Card title={t('people.invitations')}>
      <Problem error={error} />
      <Problem error={task.error} />
      {data === undefined && error === null ? <Skeleton lines={3} /> : null}
      {data?.length === 0 ? <Empty title={t('people.noInvitations')} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <DataTable
          caption={t('people.invitations')}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { title: t('people.email'), cell: ({ email }) => email },
            { title: t('people.role'), cell: ({ role }) => nameOf(role) },
            { title: t('people.state'), cell: (one) => <InvitationBadge invitation={one} /> },
            {
              title: t('people.until'),
              cell: ({ ended_at: ended, expires_at: until }) => <Time at={ended ?? until} />,
            },
            {
              title: t('app.actions'),
              cell: (one) => (
                <>
                  <Again invitation={one} task={task} />
                  <Withdraw invitation={one} />
                </>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Invites again the person whose mail was not sent, with the same role. @param task outlives the row, which ends first */
function Again({
  invitation: { email, role, status, mail },
  task,
}: {
  readonly invitation: Invitation;
  readonly task: ReturnType<typeof useTask>;
}) {
  const { t } = useTexts();
  const send = useSend();
  const mayManage = useRight('people:manage');
  if (!mayManage || status !== 'pending' || mail !== 'not_sent') return null;
  const again = () => send('POST', '/v1/invitations', { json: { email, role, replace: true } });
  return (
    <>
      <p className="hint">{t('people.mail.notSentHint')}</p>
      <Button isPending={task.isRunning} onPress={() => void task.run(again)}>
        {t('people.inviteAgain')}
      </Button>
    </>
  );
}

function Withdraw({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useTexts();
  const send = useSend();
  const mayManage = useRight('people:manage');
  if (!mayManage || invitation.status !== 'pending') return null;
  const { id, email } = invitation;
  return (
    <ConfirmButton
      label={t('people.withdraw')}
      title={t('people.withdrawTitle', { email })}
      confirm={t('people.withdraw')}
      onConfirm={() => send('DELETE', `/v1/invitations/${id}`)}
    >
      <p>{t('people.withdrawHint')}</p>
    </ConfirmButton>
  );
}
