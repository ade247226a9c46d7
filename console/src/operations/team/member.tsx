import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { StaffMember } from '../types.ts';
import { RoleChoice } from './role-choice.tsx';
import { STAFF_ROLES } from './roles.ts';

interface Props {
  readonly member: StaffMember;
}

/** Gives a staff member another role. */
export function ChangeRole({ member: { email, role } }: Props) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [wished, setWished] = useState(STAFF_ROLES.find((one) => one === role) ?? 'support');
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      label={t('team.change')}
      title={t('team.changeTitle', { email })}
      confirm={t('team.changeConfirm', { email, role: wished })}
      isConfirmDisabled={reason.trim() === '' || wished === role}
      onConfirm={async () => {
        await send('/team', { email, role: wished, reason });
        setReason('');
      }}
    >
      <div className="form">
        <p>{t('team.changeHint')}</p>
        <RoleChoice role={wished} onChange={setWished} />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}

/** Takes a person out of the staff. */
export function Remove({ member: { id, email } }: Props) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      kind="danger"
      label={t('team.remove')}
      title={t('team.removeTitle', { email })}
      confirm={t('team.removeConfirm', { email })}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        await send(`/team/${id}/remove`, { reason });
      }}
    >
      <div className="form">
        <p>{t('team.removeHint')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
