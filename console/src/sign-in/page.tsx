import { useEffect, useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { useSession } from '../app/session.tsx';
import { Problem, Skeleton } from '../ui/parts.tsx';
import { RETURN_KEY, returnTo, SignInSteps } from './steps.tsx';

const SSO = {
  refused: 'signIn.ssoRefused',
  unavailable: 'signIn.ssoUnavailable',
  not_invited: 'signIn.ssoNotInvited',
} as const;

/** Signs a person in, and then returns to where they were. */
export function SignInPage() {
  const { t } = useTexts();
  const { data: session, error, isPending } = useSession();
  const token = useToken();
  const [sso] = useState(() => new URLSearchParams(location.search).get('sso'));
  useEffect(() => {
    if (sso !== null) history.replaceState(history.state, '', location.pathname + location.hash);
  }, [sso]);
  const isDone = session !== null && session !== undefined && session.session.second_factor !== 'pending';
  useEffect(() => {
    // A link that was opened while someone is signed in waits for its use, which removes the token.
    if (!isDone || readToken() !== null) return;
    const target = returnTo();
    sessionStorage.removeItem(RETURN_KEY);
    location.replace(target);
  }, [isDone]);

  const trouble = sso === 'refused' || sso === 'unavailable' || sso === 'not_invited' ? t(SSO[sso]) : null;
  const isCode = session?.session.second_factor === 'pending';
  return (
    <main id="main" className="sign-in">
      <title>{`${t('signIn.title')} · Bundlewire`}</title>
      <p className="brand">Bundlewire</p>
      <div className="card">
        <h1>{t(isCode ? 'signIn.codeTitle' : 'signIn.title')}</h1>
        {trouble === null ? null : <Problem error={new Error(trouble)} />}
        <Problem error={error} />
        {isPending || (isDone && readToken() === null) ? <Skeleton /> : <SignInSteps token={token} />}
      </div>
    </main>
  );
}

/** The token of a sign-in link, which stands after the # so that no server sees it. */
const readToken = () => (location.hash.length > 1 ? location.hash.slice(1) : null);

function useToken(): string | null {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const change = () => setToken(readToken());
    addEventListener('hashchange', change);
    return () => removeEventListener('hashchange', change);
  }, []);
  return token;
}
