import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../app/i18n.tsx';
import { Button, EmailField } from '../../ui/inputs.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { SecretOnce } from '../../ui/secret.tsx';
import { useTask } from '../../ui/task.ts';
import { useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { InvitedStaffMember } from '../types.ts';
import { RoleChoice } from './role-choice.tsx';
import type { StaffRole } from './roles.ts';

/** Adds a person to the staff, and shows their sign-in link once. */
export function InviteCard() {
  const { t } = useTexts();
  const send = useStaffSend();
  const task = useTask();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('support');
  const [reason, setReason] = useState('');
  const [invited, setInvited] = useState<InvitedStaffMember | null>(null);
  const invite = async () => {
    setInvited(await send<InvitedStaffMember>('/team', { email: email.trim(), role, reason }));
    setEmail('');
    setReason('');
  };
  return (
    <Card title={t('team.invite')}>
      <p>{t('team.inviteHint')}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setInvited(null);
          void task.run(invite);
        }}
      >
        <EmailField label={t('staffPeople.email')} autoComplete="off" value={email} onChange={setEmail} />
        <RoleChoice role={role} onChange={setRole} />
        <ReasonField value={reason} onChange={setReason} />
        <Problem error={task.error} />
        <Button kind="primary" type="submit" isPending={task.isRunning} isDisabled={reason.trim() === ''}>
          {t('team.inviteConfirm')}
        </Button>
      </Form>
      {invited === null ? null : <Invited invited={invited} />}
    </Card>
  );
}

/** The link is a secret: it signs in anyone who has it. */
function Invited({ invited: { email, role, sign_in_path: path } }: { readonly invited: InvitedStaffMember }) {
  const { t } = useTexts();
  return (
    <>
      <p role="status">{t('team.invited', { email, role })}</p>
      {path === null ? null : (
        <>
          <SecretOnce key={path} label={t('team.link')} secret={`${location.origin}${path}`} />
          <p className="hint">{t('team.linkHint', { email })}</p>
        </>
      )}
    </>
  );
}
