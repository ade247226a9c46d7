import { Link, Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignInAgain } from '../sign-in/again.tsx';
import { Button } from '../ui/inputs.tsx';
import { Empty, Problem, Skeleton } from '../ui/parts.tsx';
import { useTexts } from './i18n.tsx';
import { NAV } from './nav.ts';
import { Offline } from './offline.tsx';
import {
  type Account,
  AccountProvider,
  type Session,
  SessionProvider,
  useSession,
  useSignOut,
} from './session.tsx';

const LAST_ACCOUNT = 'bundlewire.account';

/** The frame of all screens of people who are signed in. Others are sent to the sign-in, and back afterwards. */
export function Shell() {
  const { data: session, error, isPending } = useSession();
  const isIn = session !== null && session !== undefined && session.session.second_factor !== 'pending';
  const last = useLastSession(isIn ? session : null);
  const mustSignIn = !isPending && error === null && !isIn && last === null;
  useEffect(() => {
    if (mustSignIn)
      location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  }, [mustSignIn]);
  if (last !== null) return <SignedIn session={last} />;
  return <main className="screen">{error === null ? <Skeleton /> : <Problem error={error} />}</main>;
}

let lastSession: Session | null = null;
/** The session that was seen last, so that a screen stays while its person signs in again. */
function useLastSession(session: Session | null): Session | null {
  if (session !== null) lastSession = session;
  return lastSession;
}

function SignedIn({ session }: { readonly session: Session }) {
  const { t } = useTexts();
  const account = useChosenAccount(session.accounts);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => {
    // Of a new screen, its heading is read first.
    if (path !== '') document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path]);
  return (
    <SessionProvider value={session}>
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <header>
        {account === null ? null : <ModeBand account={account} />}
        <div className="top">
          <Link to="/" className="brand">
            Bundlewire
          </Link>
          {account === null ? null : <Menu account={account} />}
          <Person session={session} account={account} />
        </div>
        <Offline />
      </header>
      <main id="main">
        {account === null ? (
          <WithoutAccount isStaff={session.staff !== null} path={path} />
        ) : (
          <AccountProvider value={account}>
            <Outlet key={account.id} />
          </AccountProvider>
        )}
      </main>
      <SignInAgain person={session.person} />
    </SessionProvider>
  );
}

/** What a person without an account sees: only their own access. */
function WithoutAccount({ isStaff, path }: { readonly isStaff: boolean; readonly path: string }) {
  const { t } = useTexts();
  if (path === '/profile') return <Outlet />;
  return (
    <Empty title={t(isStaff ? 'app.staff' : 'app.noAccounts')}>
      <p>{t(isStaff ? 'app.staffHint' : 'app.noAccountsHint')}</p>
      <Link to="/profile">{t('nav.profile')}</Link>
    </Empty>
  );
}

/** Live and test differ in word, sign, pattern and place of colour, in every theme. */
function ModeBand({ account }: { readonly account: Account }) {
  const { t } = useTexts();
  return (
    <p className={`mode ${account.livemode ? 'live' : 'test'}`}>
      <strong>{t(account.livemode ? 'mode.live' : 'mode.test')}</strong>{' '}
      {t(account.livemode ? 'mode.liveHint' : 'mode.testHint')}
    </p>
  );
}

function Menu({ account }: { readonly account: Account }) {
  const { t } = useTexts();
  const shown = NAV.filter(({ right }) => right === null || account.rights.includes(right));
  return (
    <nav aria-label={t('nav.label')}>
      {shown.map(({ to, text }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/' }}>
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}

function Person({ session, account }: { readonly session: Session; readonly account: Account | null }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const named = ({ id, name, livemode }: Account) => (
    <option key={id} value={id}>
      {`${name} – ${t(livemode ? 'mode.live' : 'mode.test')}`}
    </option>
  );
  return (
    <div className="person">
      {account === null ? null : (
        <select
          aria-label={t('app.account')}
          value={account.id}
          onChange={({ target }) => {
            // A resource of one account is not found in another one, so the choice leads to the start.
            void navigate({ to: '/', search: { account: target.value } });
          }}
        >
          {session.accounts.map(named)}
        </select>
      )}
      <Link to="/profile">{session.person.email}</Link>
      <Button kind="quiet" onPress={() => void signOut()}>
        {t('app.signOut')}
      </Button>
    </div>
  );
}

/** The account of the address; otherwise the one of the last visit, or the first. */
function useChosenAccount(accounts: readonly Account[]): Account | null {
  const { account: wished } = useSearch({ strict: false });
  const navigate = useNavigate();
  const find = (id: string | null | undefined) => accounts.find((one) => one.id === id);
  const account = find(wished) ?? find(localStorage.getItem(LAST_ACCOUNT)) ?? accounts[0] ?? null;
  useEffect(() => {
    if (account === null) return;
    localStorage.setItem(LAST_ACCOUNT, account.id);
    if (wished !== account.id) {
      void navigate({
        to: '.',
        search: (old) => ({ ...old, account: account.id }),
        hash: true,
        replace: true,
      });
    }
  }, [account, wished, navigate]);
  return account;
}
