import type { Pool } from 'pg';
import { idFromUuid, type OrganisationId, uuidOf } from '../../../domain/ids.ts';

/** A sign-in at a provider that has not come back. */
export interface PendingSignIn {
  readonly organisationId: OrganisationId;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** What finds it again: the state that came back, and the browser. Both are SHA-256. */
export interface SignInKey {
  readonly stateHash: Buffer;
  readonly boundTo: Buffer;
}

/** How long a person has at their provider. */
export const SSO_SECONDS = 600;
const FORGOTTEN_TOGETHER = 100;

/** Stores a sign-in that has begun, and deletes some that have ended. */
export async function storeSignIn(
  db: Pool,
  { stateHash, boundTo, organisationId, nonce, codeVerifier }: PendingSignIn & SignInKey,
): Promise<void> {
  await db.query({
    text: `
      DELETE FROM sso_sign_ins s
       USING (SELECT state_hash FROM sso_sign_ins WHERE expires_at <= (SELECT app_now())
               ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED) AS ended
       WHERE s.state_hash = ended.state_hash`,
    values: [FORGOTTEN_TOGETHER],
  });
  await db.query({
    text: `
      INSERT INTO sso_sign_ins (state_hash, bound_to, organisation_id, nonce, code_verifier, expires_at)
      VALUES ($1, $2, $3, $4, $5, (SELECT app_now()) + $6 * interval '1 second')`,
    values: [stateHash, boundTo, uuidOf('org', organisationId), nonce, codeVerifier, SSO_SECONDS],
  });
}

/** Uses up a sign-in; null if it came back before, has ended, or another browser began it. */
export async function takeSignIn(db: Pool, { stateHash, boundTo }: SignInKey): Promise<PendingSignIn | null> {
  const { rows } = await db.query<Omit<PendingSignIn, 'organisationId'> & { org: string }>({
    text: `
      DELETE FROM sso_sign_ins
       WHERE state_hash = $1 AND bound_to = $2 AND expires_at > (SELECT app_now())
      RETURNING organisation_id AS org, nonce, code_verifier AS "codeVerifier"`,
    values: [stateHash, boundTo],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { org, ...pending } = row;
  return { ...pending, organisationId: idFromUuid('org', org) };
}
