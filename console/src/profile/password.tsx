import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { Button, Field } from '../ui/inputs.tsx';
import { Card, Problem } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';

/** Sets or changes the password. */
export function PasswordCard() {
  const { t } = useTexts();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isSaved, setSaved] = useState(false);
  const task = useTask();
  const save = async () => {
    const json = { new_password: next, ...(current === '' ? {} : { current_password: current }) };
    await callApi(null, 'PUT', '/v1/auth/password', { json });
    setCurrent('');
    setNext('');
    setSaved(true);
  };
  return (
    <Card title={t('signIn.password')}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          setSaved(false);
          void task.run(save);
        }}
      >
        <Field
          label={t('profile.currentPassword')}
          hint={t('profile.currentPasswordHint')}
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={current}
          onChange={setCurrent}
        />
        <Field
          label={t('profile.newPassword')}
          hint={t('profile.newPasswordHint')}
          type="password"
          autoComplete="new-password"
          minLength={12}
          maxLength={128}
          isRequired
          value={next}
          onChange={setNext}
        />
        <Problem error={task.error} />
        <Button type="submit" isPending={task.isRunning}>
          {t('profile.savePassword')}
        </Button>
        <p role="status">{isSaved ? t('profile.passwordSaved') : ''}</p>
      </Form>
    </Card>
  );
}
