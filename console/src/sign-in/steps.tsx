import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRefreshSession, useSession } from '../app/session.tsx';
import { Button, EmailField, Field } from '../ui/inputs.tsx';
import { Problem } from '../ui/parts.tsx';
import { PasswordField } from '../ui/password.tsx';
import { useTask } from '../ui/task.ts';
import { ForgottenStep } from './forgotten.tsx';
import { canUsePasskeys, PasskeyDeclined, signWithPasskey } from './passkeys.ts';

/** Where the browser returns after the sign-in of an organisation. */
export const RETURN_KEY = 'bundlewire.return';
/** How the tokens in mails to people who forgot their password begin. */
const RECOVERY = 'rec_';

/** Runs a step of the sign-in, then reads who is signed in. */
function useStep() {
  const { t } = useTexts();
  const refresh = useRefreshSession();
  const { run, error, isRunning } = useTask();
  const declined = error instanceof PasskeyDeclined ? new Error(t('signIn.passkeyDeclined')) : error;
  return {
    error: declined,
    isRunning,
    run: (work: () => Promise<unknown>) => run(() => work().then(refresh)),
  };
}

/** The step of a sign-in that is next: a link, a password, or the second factor. */
export function SignInSteps({
  token = null,
  email = '',
}: {
  readonly token?: string | null;
  readonly email?: string;
}) {
  const { data: session } = useSession();
  if (session?.session.second_factor === 'pending') return <CodeStep />;
  return token === null ? <PasswordStep email={email} /> : <LinkStep token={token} />;
}

function LinkStep({ token }: { readonly token: string }) {
  const { t } = useTexts();
  const { run, error, isRunning } = useStep();
  const use = () => {
    // The token works once, so it need not stay in the address.
    history.replaceState(history.state, '', location.pathname + location.search);
    // There, the person sets another password.
    if (token.startsWith(RECOVERY)) sessionStorage.setItem(RETURN_KEY, '/profile');
    return callApi(null, 'POST', '/v1/auth/sign-in/link', { json: { token } });
  };
  return (
    <>
      <p>{t('signIn.linkOpened')}</p>
      <Problem error={error} />
      <Button kind="primary" isPending={isRunning} onPress={() => void run(use)}>
        {t('signIn.submit')}
      </Button>
      {error === null ? null : <a href="/sign-in">{t('signIn.otherWay')}</a>}
    </>
  );
}

/** E-mail address and password, or another way. */
function PasswordStep({ email: first }: { readonly email: string }) {
  const { t } = useTexts();
  const [email, setEmail] = useState(first);
  const [password, setPassword] = useState('');
  const [hasForgotten, setForgotten] = useState(false);
  const { run, error, isRunning } = useStep();
  const bySso = async () => {
    const { url } = await callApi<{ url: string }>(null, 'POST', '/v1/auth/sign-in/sso', { json: { email } });
    sessionStorage.setItem(RETURN_KEY, returnTo());
    location.assign(url);
  };
  if (hasForgotten) return <ForgottenStep email={email} onBack={() => setForgotten(false)} />;
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => callApi(null, 'POST', '/v1/auth/sign-in', { json: { email, password } }));
      }}
    >
      <EmailField label={t('signIn.email')} autoComplete="username" value={email} onChange={setEmail} />
      <PasswordField
        label={t('signIn.password')}
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={setPassword}
      />
      <Problem error={error} />
      <Button kind="primary" type="submit" isPending={isRunning}>
        {t('signIn.submit')}
      </Button>
      <Button kind="quiet" onPress={() => setForgotten(true)}>
        {t('signIn.forgotten')}
      </Button>
      <div className="alternatives">
        {canUsePasskeys() ? (
          <Button onPress={() => void run(() => signWithPasskey('sign-in'))}>{t('signIn.byPasskey')}</Button>
        ) : null}
        <Button isDisabled={!email.includes('@')} onPress={() => void run(bySso)}>
          {t('signIn.byOrganisation')}
        </Button>
        <p className="hint">{t('signIn.organisationHint')}</p>
      </div>
    </Form>
  );
}

/** The second factor. */
export function CodeStep() {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const { run, error, isRunning } = useStep();
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(() => callApi(null, 'POST', '/v1/auth/second-factor/verify', { json: { code } }));
      }}
    >
      <Field
        label={t('signIn.code')}
        hint={t('signIn.codeHint')}
        autoComplete="one-time-code"
        maxLength={40}
        isRequired
        value={code}
        onChange={setCode}
      />
      <Problem error={error} />
      <Button kind="primary" type="submit" isPending={isRunning}>
        {t('signIn.continue')}
      </Button>
      {canUsePasskeys() ? (
        <Button onPress={() => void run(() => signWithPasskey('second-factor'))}>
          {t('signIn.usePasskey')}
        </Button>
      ) : null}
    </Form>
  );
}

/** Where the person was: only an address of this page, never another website. */
export function returnTo(): string {
  const wished = new URLSearchParams(location.search).get('next') ?? sessionStorage.getItem(RETURN_KEY);
  if (location.pathname !== '/sign-in') return location.pathname + location.search;
  return wished !== null && /^\/(?![/\\])/.test(wished) ? wished : '/';
}
