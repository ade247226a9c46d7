import type { Pool } from 'pg';
import { type OrganisationId, type PersonId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { withdrawInvitationsBy } from './invitations/of-person.ts';
import { findHomeAccount, lockOrganisation } from './own-organisation.ts';

/** Whether this call changed it. */
export type Suspension = 'changed' | 'already' | 'not_found';

/**
 * Suspends a person in an organisation, or ends that, for the staff, with its record. It counts from the next request. Suspending
 * ends all sessions of the person, and withdraws the open invitations that they sent. Unlike the organisation itself, the staff may
 * suspend the last owner, because a stolen session of an owner must be stopped.
 */
export async function setSuspended(
  pool: Pool,
  organisationId: OrganisationId,
  personId: PersonId,
  suspended: boolean,
  actor: Actor,
): Promise<Suspension> {
  return inTransaction(pool, async (tx) => {
    await lockOrganisation(tx, organisationId);
    const key = [uuidOf('org', organisationId), uuidOf('per', personId)];
    const { rows } = await tx.query<{ role: string; suspended: boolean }>({
      text: `
        SELECT role, suspended_at IS NOT NULL AS suspended
          FROM memberships
         WHERE organisation_id = $1 AND person_id = $2`,
      values: key,
    });
    const before = rows[0];
    if (before === undefined) return 'not_found';
    if (before.suspended === suspended) return 'already';
    await tx.query({
      text: `
        UPDATE memberships SET suspended_at = CASE WHEN $3 THEN (SELECT app_now()) END
         WHERE organisation_id = $1 AND person_id = $2`,
      values: [...key, suspended],
    });
    if (suspended)
      await tx.query({ text: 'DELETE FROM auth_sessions WHERE person_id = $1', values: [key[1]] });
    const withdrawn = suspended ? await withdrawInvitationsBy(tx, organisationId, personId) : {};
    await recordAction(tx, {
      ...actor,
      action: 'person_change',
      accountId: await findHomeAccount(tx, organisationId),
      subject: personId,
      before,
      details: { role: before.role, suspended, ...withdrawn },
    });
    return 'changed';
  });
}
