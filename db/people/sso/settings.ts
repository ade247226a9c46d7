import type { Pool, PoolClient } from 'pg';
import { idFromUuid, type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { type OperatorActor, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';

/** How an organisation signs in, as operators set it. */
export interface SsoTerms {
  readonly issuer: string;
  readonly clientId: string;
  /** People of the domains cannot sign in otherwise. */
  readonly isRequired: boolean;
  /** People of the domains who were not invited become viewers. */
  readonly admitsDomain: boolean;
  /** Of e-mail addresses, in lower case. */
  readonly domains: readonly string[];
}

/** The same, as it is stored. */
export interface StoredSso extends SsoTerms {
  readonly organisationId: OrganisationId;
  readonly sealedSecret: Buffer;
  readonly updatedAt: Date;
}

const COLUMNS = `
  s.organisation_id AS org, s.issuer, s.client_id AS "clientId", s.is_required AS "isRequired",
  s.admits_domain AS "admitsDomain", s.sealed_secret AS "sealedSecret", s.updated_at AS "updatedAt",
  ARRAY(SELECT d.domain FROM sso_domains d WHERE d.organisation_id = s.organisation_id ORDER BY d.domain) AS domains`;

type Row = Omit<StoredSso, 'organisationId'> & { org: string };

/** The single sign-on of an organisation; null if it has none. */
export async function readSso(
  db: Pool | PoolClient,
  organisationId: OrganisationId,
): Promise<StoredSso | null> {
  const { rows } = await db.query<Row>({
    text: `SELECT ${COLUMNS} FROM organisation_sso s WHERE s.organisation_id = $1`,
    values: [uuidOf('org', organisationId)],
  });
  return toSso(rows[0]);
}

/** The single sign-on for e-mail addresses of a domain; null if there is none. */
export async function findSsoOfDomain(db: Pool, domain: string): Promise<StoredSso | null> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT ${COLUMNS} FROM organisation_sso s JOIN sso_domains f ON f.organisation_id = s.organisation_id
       WHERE f.domain = $1`,
    values: [domain],
  });
  return toSso(rows[0]);
}

/** Whether people of a domain must sign in at their provider. */
export async function requiresSso(db: Pool, domain: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      SELECT FROM sso_domains d JOIN organisation_sso s ON s.organisation_id = d.organisation_id
       WHERE d.domain = $1 AND s.is_required`,
    values: [domain],
  });
  return rowCount !== 0;
}

/**
 * Sets the single sign-on of an organisation, with its record. People are linked again at their next sign-in. If it is required, the
 * sessions of all people with its domains end.
 * @returns a domain that belongs to another organisation, and then nothing is changed; null otherwise.
 */
export async function setSso(
  pool: Pool,
  organisationId: OrganisationId,
  { sealedSecret, ...terms }: SsoTerms & { readonly sealedSecret: Buffer },
  actor: OperatorActor,
): Promise<string | null> {
  return inTransaction(pool, async (tx) => {
    const organisation = uuidOf('org', organisationId);
    const before = await readSso(tx, organisationId);
    const taken = await findTaken(tx, organisation, terms.domains);
    if (taken !== null) return taken;
    await tx.query({
      text: `
        INSERT INTO organisation_sso (organisation_id, issuer, client_id, sealed_secret, is_required, admits_domain)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (organisation_id) DO UPDATE
          SET issuer = excluded.issuer, client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
              is_required = excluded.is_required, admits_domain = excluded.admits_domain, updated_at = excluded.updated_at`,
      values: [
        organisation,
        terms.issuer,
        terms.clientId,
        sealedSecret,
        terms.isRequired,
        terms.admitsDomain,
      ],
    });
    const values = [organisation];
    await tx.query({ text: 'DELETE FROM sso_identities WHERE organisation_id = $1', values });
    await tx.query({ text: 'DELETE FROM sso_sign_ins WHERE organisation_id = $1', values });
    await tx.query({ text: 'DELETE FROM sso_domains WHERE organisation_id = $1', values });
    await tx.query({
      text: 'INSERT INTO sso_domains (organisation_id, domain) SELECT $1, unnest($2::text[])',
      values: [organisation, terms.domains],
    });
    const ended = terms.isRequired ? await endSessionsOf(tx, terms.domains) : 0;
    await recordAction(tx, {
      ...actor,
      action: 'organisation_sso_set',
      accountId: null,
      subject: organisationId,
      before: before === null ? null : toRecord(before),
      details: { ...toRecord(terms), ...(ended > 0 ? { ended_sessions: ended } : {}) },
    });
    return null;
  });
}

/** Ends the sessions of all people with an e-mail address of these domains. */
async function endSessionsOf(tx: PoolClient, domains: readonly string[]): Promise<number> {
  const { rowCount } = await tx.query({
    text: `
      DELETE FROM auth_sessions s
       USING auth_people p
       WHERE p.id = s.person_id AND split_part(p.email, '@', 2) = ANY ($1::text[])`,
    values: [domains],
  });
  return rowCount ?? 0;
}

async function findTaken(tx: PoolClient, organisation: string, domains: readonly string[]) {
  const { rows } = await tx.query<{ domain: string }>({
    text: 'SELECT domain FROM sso_domains WHERE domain = ANY ($2::text[]) AND organisation_id <> $1 LIMIT 1',
    values: [organisation, domains],
  });
  return rows[0]?.domain ?? null;
}

/** Removes the single sign-on of an organisation, with its record; false if it has none. */
export async function removeSso(
  pool: Pool,
  organisationId: OrganisationId,
  actor: OperatorActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const before = await readSso(tx, organisationId);
    if (before === null) return false;
    await tx.query({
      text: 'DELETE FROM organisation_sso WHERE organisation_id = $1',
      values: [uuidOf('org', organisationId)],
    });
    await recordAction(tx, {
      ...actor,
      action: 'organisation_sso_remove',
      accountId: null,
      subject: organisationId,
      before: toRecord(before),
    });
    return true;
  });
}

function toRecord({ issuer, clientId, isRequired, admitsDomain, domains }: SsoTerms): object {
  return {
    issuer,
    client_id: clientId,
    required: isRequired,
    admits_domain: admitsDomain,
    domains,
  };
}

function toSso(row: Row | undefined): StoredSso | null {
  if (row === undefined) return null;
  const { org, ...sso } = row;
  return { ...sso, organisationId: idFromUuid('org', org) };
}
