import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useSignedIn } from '../app/session.tsx';
import { PASSWORD_CHARS_MIN, strengthOf } from '../sign-in/strength.ts';
import { Button } from '../ui/inputs.tsx';
import { Card, Problem } from '../ui/parts.tsx';
import { PasswordField } from '../ui/password.tsx';
import { useConfirmed } from './confirmed.tsx';

/** Sets or changes the password. */
export function PasswordCard() {
  const { t } = useTexts();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isSaved, setSaved] = useState(false);
  const mayReplace = useSignedIn().session.may_replace_password;
  const { run, error, isRunning, dialog } = useConfirmed();
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
          void run(save);
        }}
      >
        <PasswordField
          label={t('profile.currentPassword')}
          hint={t(mayReplace ? 'profile.mayReplacePassword' : 'profile.currentPasswordHint')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
        />
        <PasswordField
          label={t('profile.newPassword')}
          hint={<StrengthHint password={next} />}
          autoComplete="new-password"
          minLength={PASSWORD_CHARS_MIN}
          isRequired
          value={next}
          onChange={setNext}
        />
        <Problem error={error} />
        <Button type="submit" isPending={isRunning}>
          {t('profile.savePassword')}
        </Button>
        <p role="status">{isSaved ? t('profile.passwordSaved') : ''}</p>
      </Form>
      {dialog}
    </Card>
  );
}

/** What is missing, or how long guessing takes, in words. */
function StrengthHint({ password }: { readonly password: string }) {
  const { t } = useTexts();
  const strength = strengthOf(password);
  return strength.level === 'short'
    ? t('password.short', { count: strength.missing })
    : t(`password.${strength.level}`);
}
