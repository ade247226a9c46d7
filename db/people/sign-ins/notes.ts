import type { Pool, PoolClient } from 'pg';
import type { PersonId } from '../../../domain/ids.ts';
import type { RequestActor } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { mailPerson } from '../mails/write.ts';
import { recordOfPerson } from './record.ts';

/** Records that a person signed out. */
export async function noteSignOut(pool: Pool, personId: PersonId, actor: RequestActor): Promise<void> {
  await inTransaction(pool, (tx) =>
    recordOfPerson(tx, personId, { ...actor, action: 'sign_out', subject: personId }),
  );
}

/** How a password was set: the first one, with the current one, or without it soon after another way to sign in. */
export type PasswordWay = 'first' | 'current' | 'replaced';

/** Records that a person set a password, and mails them, in the transaction that sets it. */
export async function notePassword(
  tx: PoolClient,
  personId: PersonId,
  way: PasswordWay,
  actor: RequestActor,
): Promise<void> {
  const { address, userAgent } = actor;
  await mailPerson(tx, personId, 'password_changed', { address, userAgent });
  const details = { way };
  await recordOfPerson(tx, personId, { ...actor, action: 'password_set', subject: personId, details });
}

/** Records that a passkey completed a sign-in. */
export async function notePasskeyPass(pool: Pool, personId: PersonId, actor: RequestActor): Promise<void> {
  const details = { way: 'passkey' };
  await inTransaction(pool, (tx) =>
    recordOfPerson(tx, personId, { ...actor, action: 'second_factor_pass', subject: personId, details }),
  );
}
