import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Button, Choice, EmailField } from '../../ui/inputs.tsx';
import { Card, Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { AboutRole } from './about-role.tsx';
import { useRoles } from './roles.ts';

/** Invites a person by e-mail with a role that the one who invites may give. */
export function InviteCard() {
  const { t } = useTexts();
  const { mine, nameOf } = useRoles();
  const send = useSend();
  const task = useTask();
  const [email, setEmail] = useState('');
  const [wished, setRole] = useState('viewer');
  const [done, setDone] = useState('');
  const role = mine.some(({ id }) => id === wished) ? wished : (mine[0]?.id ?? '');
  const invite = async () => {
    const address = email.trim();
    await send('POST', '/v1/invitations', { json: { email: address, role } });
    setEmail('');
    setDone(t('people.invited', { email: address }));
  };
  return (
    <Card title={t('people.invite')}>
      <p>{t('people.inviteHint')}</p>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setDone('');
          void task.run(invite);
        }}
      >
        <EmailField label={t('people.email')} autoComplete="off" value={email} onChange={setEmail} />
        <Choice
          label={t('people.role')}
          value={role}
          options={mine.map(({ id }) => [id, nameOf(id)])}
          onChange={setRole}
        />
        <AboutRole role={mine.find(({ id }) => id === role)} />
        <Problem error={task.error} />
        <Button kind="primary" type="submit" isPending={task.isRunning}>
          {t('people.sendInvitation')}
        </Button>
        <p role="status">{done}</p>
      </Form>
    </Card>
  );
}
