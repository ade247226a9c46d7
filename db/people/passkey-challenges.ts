import type { Pool } from 'pg';

/** What the signature of a challenge is for. */
export type ChallengePurpose = 'add' | 'sign_in' | 'confirm';

/** A challenge, and who may answer it. */
export interface Challenge {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** SHA-256 of the session, or of a cookie of the browser that signs in. */
  readonly boundTo: Buffer;
}

/** How long a person has to touch the device. */
export const CHALLENGE_SECONDS = 300;
const FORGOTTEN_TOGETHER = 100;

/** Stores a challenge that can be answered once, and deletes some that have ended. */
export async function storeChallenge(db: Pool, { challenge, purpose, boundTo }: Challenge): Promise<void> {
  await db.query({
    text: `
      DELETE FROM passkey_challenges c
       USING (SELECT challenge FROM passkey_challenges WHERE expires_at <= (SELECT app_now())
               ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS ended
       WHERE c.challenge = ended.challenge`,
    values: [FORGOTTEN_TOGETHER],
  });
  await db.query({
    text: `
      INSERT INTO passkey_challenges (challenge, purpose, bound_to, expires_at)
      VALUES ($1, $2, $3, (SELECT app_now()) + $4 * interval '1 second')`,
    values: [challenge, purpose, boundTo, CHALLENGE_SECONDS],
  });
}

/** Uses up a challenge; false if it was used before, has ended, or belongs to another session or browser. */
export async function takeChallenge(db: Pool, { challenge, purpose, boundTo }: Challenge): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      DELETE FROM passkey_challenges
       WHERE challenge = $1 AND purpose = $2 AND bound_to = $3 AND expires_at > (SELECT app_now())`,
    values: [challenge, purpose, boundTo],
  });
  return rowCount !== 0;
}
