import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { callApi, Failure } from './api.ts';

/** An account of a person. docs/guides/people.md describes the operations under /v1/auth. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly livemode: boolean;
  /** `simulated`: no bundle reaches a phone, also if the account is live. */
  readonly networks: 'real' | 'simulated';
  readonly currency: string;
  readonly organisation: { readonly id: string; readonly name: string };
  readonly role: string;
  readonly role_name: string;
  /** What the person may do now, such as `batches:read`. */
  readonly rights: readonly string[];
}

export interface Session {
  readonly session: {
    readonly id: string;
    readonly signed_in_at: string;
    readonly expires_at: string;
    /** `pending`: the session can do nothing until a code is sent. */
    readonly second_factor: 'none' | 'pending' | 'passed';
    readonly has_authenticator_app: boolean;
    /** Whether a password can be set without the current one, because it was forgotten. */
    readonly may_replace_password: boolean;
  };
  readonly person: { readonly id: string; readonly email: string; readonly name: string };
  readonly accounts: readonly Account[];
  /** Of the people who run Bundlewire; null for others. */
  readonly staff: {
    readonly role: string;
    readonly rights: readonly string[];
    /** `simulated`: no bundle reaches a phone, also if an account is live. */
    readonly networks: 'real' | 'simulated';
  } | null;
}

const KEY = ['session'];

/** Who is signed in; null for no one. */
export function useSession() {
  return useQuery({ queryKey: KEY, queryFn: readSession, staleTime: 60_000 });
}

async function readSession(): Promise<Session | null> {
  try {
    const answer = await callApi<Session | { readonly session: null }>(null, 'GET', '/v1/auth/session');
    return answer.session === null ? null : answer;
  } catch (error) {
    // The browser still has the cookie of a session that has ended.
    if (error instanceof Failure && error.status === 401) return null;
    throw error;
  }
}

/** Reads again who is signed in, after a sign-in or a sign-out. */
export function useRefreshSession(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.refetchQueries({ queryKey: KEY });
}

/** Forgets everything that was shown to the person. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await callApi(null, 'POST', '/v1/auth/sign-out');
    queries.clear();
    queries.setQueryData(KEY, null);
    location.assign('/sign-in');
  };
}

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session in which the screens were opened, also while its person must sign in again. */
export function useSignedIn(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('no one is signed in');
  return session;
}

const AccountContext = createContext<Account | null>(null);
export const AccountProvider = AccountContext.Provider;

/** The account that the screens show. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('no account was chosen');
  return account;
}

/** Whether an account is open for which the person has a right; also for parts that screens without an account show. */
export function useMayInAccount(right: string): boolean {
  return useContext(AccountContext)?.rights.includes(right) ?? false;
}

/** Whether the person has a right for the account now. */
export function useRight(right: string): boolean {
  return useAccount().rights.includes(right);
}
