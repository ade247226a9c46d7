import type { Pool, PoolClient } from 'pg';
import type { FactorState } from '../../../domain/access/session-rights.ts';
import type { SignInWay } from '../../../domain/access/sign-in.ts';
import { type PersonId, type SessionId, uuidOf } from '../../../domain/ids.ts';
import type { RequestActor } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { mailPerson } from '../mails/write.ts';
import { recordOfPerson } from './record.ts';

/** A session that has just begun. */
export interface BegunSession {
  readonly sessionId: SessionId;
  readonly personId: PersonId;
  readonly secondFactor: FactorState;
  readonly way: SignInWay;
  /** SHA-256 of the kind of browser. */
  readonly deviceHash: Buffer;
}

/** A browser that was not used for this long is new again. */
const FORGOTTEN_AFTER = '180 days';

/** Stores how a session began, with its record, and mails the person if they have not used this kind of browser before. */
export async function noteBegun(pool: Pool, begun: BegunSession, actor: RequestActor): Promise<void> {
  const { sessionId, personId, secondFactor, way } = begun;
  await inTransaction(pool, async (tx) => {
    await tx.query({
      text: 'UPDATE auth_sessions SET began_with = $2 WHERE id = $1',
      values: [uuidOf('ses', sessionId), way],
    });
    const { address, userAgent } = actor;
    if (await isNewDevice(tx, begun)) await mailPerson(tx, personId, 'new_device', { address, userAgent });
    await recordOfPerson(tx, personId, {
      ...actor,
      action: 'sign_in',
      subject: personId,
      details: { way, second_factor: secondFactor },
    });
  });
}

/** Whether the person has used other browsers before, but not this kind. It is known from then on. */
async function isNewDevice(tx: PoolClient, { personId, deviceHash }: BegunSession): Promise<boolean> {
  const person = uuidOf('per', personId);
  await tx.query({
    text: `DELETE FROM known_devices WHERE person_id = $1 AND last_at < (SELECT app_now()) - $2::interval`,
    values: [person, FORGOTTEN_AFTER],
  });
  const { rows } = await tx.query<{ isNew: boolean }>({
    text: `
      WITH seen AS (
        INSERT INTO known_devices (person_id, device_hash, last_at) VALUES ($1, $2, (SELECT app_now()))
        ON CONFLICT (person_id, device_hash) DO UPDATE SET last_at = excluded.last_at
      )
      SELECT EXISTS (SELECT FROM known_devices WHERE person_id = $1)
             AND NOT EXISTS (SELECT FROM known_devices WHERE person_id = $1 AND device_hash = $2) AS "isNew"`,
    values: [person, deviceHash],
  });
  return rows[0]?.isNew === true;
}
