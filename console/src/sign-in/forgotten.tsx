import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { Button, EmailField } from '../ui/inputs.tsx';
import { Problem } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';

/** Has a link sent to a person who forgot their password. The answer is the same for addresses of no one. */
export function ForgottenStep({
  email: first,
  onBack,
}: {
  readonly email: string;
  readonly onBack: () => void;
}) {
  const { t } = useTexts();
  const [email, setEmail] = useState(first);
  const [isSent, setSent] = useState(false);
  const { run, error, isRunning } = useTask();
  const send = async () => {
    await callApi(null, 'POST', '/v1/auth/password/forgotten', { json: { email } });
    setSent(true);
  };
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        setSent(false);
        void run(send);
      }}
    >
      <p>{t('signIn.forgottenHint')}</p>
      <EmailField label={t('signIn.email')} autoComplete="username" value={email} onChange={setEmail} />
      <Problem error={error} />
      <p role="status">{isSent ? t('signIn.linkSent') : ''}</p>
      <div className="actions">
        <Button kind="primary" type="submit" isPending={isRunning}>
          {t(isSent ? 'signIn.sendAgain' : 'signIn.sendLink')}
        </Button>
        <Button kind="quiet" onPress={onBack}>
          {t('app.back')}
        </Button>
      </div>
    </Form>
  );
}
