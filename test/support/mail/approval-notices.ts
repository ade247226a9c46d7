import { pino } from 'pino';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import type { ClientRole } from '../../../domain/access/roles.ts';
import { type PersonId, uuidOf } from '../../../domain/ids.ts';
import { createMailer } from '../../../services/mail/mailer.ts';
import { announceApprovals } from '../../../worker/relay/approvals.ts';
import { asBatchId, type BatchFixture } from '../batches/fixture.ts';
import { onePool } from '../relay/stubs.ts';
import type { MailServer } from './smtp-server.ts';

const BY = { operator: 'test', reason: 'test' };
const log = pino({ level: 'silent' });

/** What tests of mails and events about approvals do for one account. */
export function approvalNotices(own: () => BatchFixture, server: () => MailServer) {
  let serial = 0;
  return {
    /** One pass of the relay, as after a crash: rows that it claimed before are free again. */
    async announce(): Promise<void> {
      const mailer = createMailer({
        url: server().url,
        from: 'no-reply@bundlewire.example',
        publicUrl: 'https://api.example.com',
      });
      await own().pool.query(`UPDATE outbox SET claimed_until = '-infinity' WHERE topic = 'batch_notice'`);
      await announceApprovals({ pools: onePool(own().pool), mailer, log });
      mailer.close();
    },

    /** People of the account's organisation, by their e-mail addresses. */
    async people(roles: Readonly<Record<string, ClientRole>>): Promise<Map<string, PersonId>> {
      const organisationId = await createOrganisation(own().pool, 'Acme', BY);
      await assignAccount(own().pool, organisationId, own().client.accountId, BY);
      const ids = new Map<string, PersonId>();
      for (const [name, role] of Object.entries(roles)) {
        serial += 1;
        const email = `${name}-${serial}@client.example`;
        ids.set(email, await addMember(own().pool, { organisationId, email, name, role }, BY));
      }
      return ids;
    },

    suspend: (person: PersonId, at = 'app_now()') =>
      own().pool.query(`UPDATE memberships SET suspended_at = ${at} WHERE person_id = $1`, [
        uuidOf('per', person),
      ]),

    /** Records that a person, too, has prepared a batch. */
    async prepare(batchId: string, person: PersonId): Promise<void> {
      await own().pool.query(
        `INSERT INTO preparers (account_id, subject_id, principal_kind, principal_id) VALUES ($1, $2, 'person', $3)`,
        [uuidOf('acc', own().client.accountId), uuidOf('bat', asBatchId(batchId)), person],
      );
    },

    async choose(types: readonly string[]): Promise<void> {
      await own().pool.query(
        `INSERT INTO webhook_endpoints (account_id, url, sealed_secret, extra_events) VALUES ($1, 'https://a.example', '', $2)`,
        [uuidOf('acc', own().client.accountId), types],
      );
    },

    async eventsOf() {
      const { rows } = await own().pool.query<{ type: string; body: string }>(
        'SELECT type, body FROM events WHERE account_id = $1 ORDER BY created_at, id',
        [uuidOf('acc', own().client.accountId)],
      );
      return rows.map(({ type, body }) => ({ type, object: JSON.parse(body).data.object }));
    },
  };
}
