import type { PoolClient } from 'pg';
import type { RequestActor } from '../../db/audit/record.ts';
import { hasPassword, lockPerson } from '../../db/people/people.ts';
import { endOtherSessions } from '../../db/people/sessions.ts';
import { notePassword, type PasswordWay } from '../../db/people/sign-ins/notes.ts';
import { inTransaction } from '../../db/transaction.ts';
import { mayReplacePassword } from '../../domain/access/sign-in.ts';
import { uuidOf } from '../../domain/ids.ts';
import { type Auth, type AuthDatabase, type AuthSetting, createAuth } from './auth.ts';
import { cookiesOf } from './cookies.ts';
import type { SignedIn } from './signed-in.ts';

export interface PasswordChange {
  readonly current: string | undefined;
  readonly next: string;
}

export interface PasswordSet {
  readonly way: PasswordWay;
  /** Values of Set-Cookie. */
  readonly cookies: readonly string[];
}

/**
 * Sets a password with its record and its mail, in one transaction: the library writes on the connection of the transaction. Changes
 * of one person wait for each other. The first password needs a fresh session: otherwise the result is `stale`.
 * @param cookie the whole header of the request.
 */
export async function setPassword(
  setting: AuthSetting & { readonly pool: Parameters<typeof inTransaction>[0] },
  cookie: string,
  person: SignedIn,
  change: PasswordChange,
  actor: RequestActor,
): Promise<'wrong' | 'stale' | PasswordSet> {
  return inTransaction(setting.pool, async (tx) => {
    await lockPerson(tx, person.personId);
    const database = watchedDatabase(tx);
    const auth = createAuth({ ...setting, pool: database });
    const set = await write(tx, auth, cookie, person, change).finally(database.throwFailure);
    if (set !== 'wrong' && set !== 'stale') await notePassword(tx, person.personId, set.way, actor);
    return set;
  });
}

async function write(
  tx: PoolClient,
  auth: Auth,
  cookie: string,
  { personId, sessionId, beganWith, isFresh }: SignedIn,
  { current, next }: PasswordChange,
): Promise<'wrong' | 'stale' | PasswordSet> {
  const headers = new Headers({ cookie });
  if (!(await hasPassword(tx, personId))) {
    // With a first password, someone at a session that was left open could sign in at any later time.
    if (!isFresh) return 'stale';
    await auth.api.setPassword({ body: { newPassword: next }, headers });
    return { way: 'first', cookies: [] };
  }
  if (current === undefined && mayReplacePassword(beganWith, isFresh)) {
    await auth.api.replacePassword({ body: { personId: uuidOf('per', personId), newPassword: next } });
    await endOtherSessions(tx, personId, sessionId);
    return { way: 'replaced', cookies: [] };
  }
  const body = { currentPassword: current ?? '', newPassword: next, revokeOtherSessions: true };
  const cookies = cookiesOf(await auth.api.changePassword({ body, headers, asResponse: true }));
  return cookies === null ? 'wrong' : { way: 'current', cookies };
}

/** The library's transactions become parts of the one that is given. */
const NESTED: ReadonlyMap<unknown, string> = new Map([
  ['begin', 'SAVEPOINT library'],
  ['commit', 'RELEASE SAVEPOINT library'],
  ['rollback', 'ROLLBACK TO SAVEPOINT library'],
]);

/**
 * What the library uses as a pool: the one connection of a transaction, which it neither commits nor gives back. The library takes a
 * session that it could not read for one that has ended, so `throwFailure` throws the first error of PostgreSQL in place of its answer.
 */
function watchedDatabase(tx: PoolClient): AuthDatabase & { throwFailure(): void } {
  const failures: unknown[] = [];
  const client = new Proxy(tx, {
    get(target, name) {
      if (name === 'release') return () => {};
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'query') return value.bind(target);
      return async (text: unknown, ...rest: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(value, target, [NESTED.get(text) ?? text, ...rest]);
        } catch (error) {
          failures.push(error);
          throw error;
        }
      };
    },
  });
  return {
    connect: async () => client,
    end: async () => {},
    throwFailure() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
