import { Link, Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PaletteButton } from '../palette/open.tsx';
import { SignInAgain } from '../sign-in/again.tsx';
import { Button } from '../ui/inputs.tsx';
import { Problem, Screen, Skeleton } from '../ui/parts.tsx';
import { useTexts } from './i18n.tsx';
import { Menu } from './menu.tsx';
import { modeOf } from './mode.ts';
import { navFor, staffNavFor } from './nav.ts';
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
  const entries = account === null ? staffNavFor(session.staff?.rights ?? []) : navFor(account.rights);
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
          {account === null ? (
            entries.length === 0 ? null : (
              <PaletteButton accounts={null} />
            )
          ) : (
            <AccountProvider value={account}>
              <PaletteButton accounts={session.accounts} />
            </AccountProvider>
          )}
          <Person session={session} account={account} />
        </div>
        <Offline />
      </header>
      <div className="frame">
        {entries.length === 0 ? null : <Menu entries={entries} />}
        <main id="main">
          {account === null ? (
            <WithoutAccount staff={session.staff} />
          ) : (
            <AccountProvider value={account}>
              <Outlet key={account.id} />
            </AccountProvider>
          )}
        </main>
      </div>
      <SignInAgain person={session.person} />
    </SessionProvider>
  );
}

/** What a person without an account sees: their own access, and the staff screens if they belong to it. */
function WithoutAccount({ staff }: { readonly staff: Session['staff'] }) {
  const { t } = useTexts();
  // Of the screen that is shown: the address is ahead of it while the next screen loads.
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '' });
  const navigate = useNavigate();
  const isStaff = staff !== null;
  const mayWork = isStaff && staff.rights.length > 0;
  const isStart = mayWork && path === '/';
  useEffect(() => {
    if (isStart) void navigate({ to: '/operations', replace: true });
  }, [isStart, navigate]);
  if (path === '/profile' || (mayWork && path.startsWith('/operations'))) return <Outlet />;
  if (isStart) return <Skeleton />;
  return (
    <Screen title={t(isStaff ? 'app.staff' : 'app.noAccounts')}>
      <p>{t(isStaff ? 'app.staffHint' : 'app.noAccountsHint')}</p>
      <Link to="/profile">{t('nav.profile')}</Link>
    </Screen>
  );
}

/** Live and test differ in word, sign, pattern and place of colour, in every theme. Only real networks are called live. */
function ModeBand({ account: { livemode, networks } }: { readonly account: Account }) {
  const { t } = useTexts();
  const mode = modeOf(livemode, networks);
  return (
    <p className={`mode ${mode}`}>
      <strong>{t(`mode.${mode}`)}</strong> {t(`mode.${mode}Hint`)}
    </p>
  );
}

function Person({ session, account }: { readonly session: Session; readonly account: Account | null }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const named = ({ id, name, livemode, networks }: Account) => (
    <option key={id} value={id}>
      {`${name} – ${t(`mode.${modeOf(livemode, networks)}`)}`}
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
