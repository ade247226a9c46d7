import type { Pool } from 'pg';
import { idFromUuid, type OrganisationId, uuidOf } from '../../../domain/ids.ts';

/** The sealed secret of an organisation at its provider. */
export interface SealedSsoSecret {
  readonly organisationId: OrganisationId;
  readonly sealed: Buffer;
}

/** All of them: one per organisation with single sign-on. */
export async function readSsoSecrets(db: Pool): Promise<SealedSsoSecret[]> {
  const { rows } = await db.query<{ org: string; sealed: Buffer }>(
    'SELECT organisation_id AS org, sealed_secret AS sealed FROM organisation_sso ORDER BY organisation_id',
  );
  return rows.map(({ org, sealed }) => ({ organisationId: idFromUuid('org', org), sealed }));
}

/** Puts a secret that was sealed again in place of the one that was read; nothing if it was changed meanwhile. */
export async function replaceSsoSecret(
  db: Pool,
  { organisationId, sealed }: SealedSsoSecret,
  resealed: Buffer,
): Promise<void> {
  await db.query({
    text: 'UPDATE organisation_sso SET sealed_secret = $3 WHERE organisation_id = $1 AND sealed_secret = $2',
    values: [uuidOf('org', organisationId), sealed, resealed],
  });
}
