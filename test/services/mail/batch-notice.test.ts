import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { resumeFundedBatches } from '../../../db/batches/resume.ts';
import { type NoticeAddresses, replaceNoticeAddresses } from '../../../db/notices/notices.ts';
import { assignAccount, createOrganisation } from '../../../db/people/organisations.ts';
import { addMember } from '../../../db/people/people.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createMailer } from '../../../services/mail/mailer.ts';
import { sendBatchNotices } from '../../../worker/relay/batch-notices.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  addClient,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  fund,
  getBatch,
  goodFile,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';
import { type MailServer, startMailServer } from '../../support/mail/smtp-server.ts';
import { onePool } from '../../support/relay/stubs.ts';

const BY = { operator: 'test', reason: 'test' };
const log = pino({ level: 'silent' });
const NOON = new Date('2026-11-29T12:00:00Z');
const EMPTY: NoticeAddresses = { ready: [], completed: [], paused: [], needs_money: [] };
const TEAM = 'team@client.example';
const FINANCE = 'finance@client.example';

let fixture: BatchFixture;
let own: BatchFixture;
let serial = 0;
const servers: MailServer[] = [];

beforeAll(async () => {
  fixture = await createBatchFixture(0);
});
beforeEach(async () => {
  await moveClock(fixture.pool, NOON);
  own = { ...fixture, client: await addClient(fixture.pool, 2 * PRICE) };
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => fixture.close());

const addresses = (wanted: Partial<NoticeAddresses>) =>
  replaceNoticeAddresses(own.pool, own.client.accountId, { ...EMPTY, ...wanted }, BY);

async function mailServer(refusals = 0): Promise<MailServer> {
  const server = await startMailServer(refusals);
  servers.push(server);
  return server;
}

/** One pass of the relay, as after a crash: rows that it claimed before are free again. */
async function deliver(server: MailServer, passes = 1): Promise<void> {
  const mailer = createMailer({
    url: server.url,
    from: 'no-reply@bundlewire.example',
    publicUrl: 'https://api.example.com',
  });
  for (let pass = 0; pass < passes; pass++) {
    await own.pool.query(`UPDATE outbox SET claimed_until = '-infinity' WHERE topic = 'batch_notice'`);
    await sendBatchNotices({ pools: onePool(own.pool), mailer, log });
  }
  mailer.close();
}

const checked = (rows: number, start: string) => {
  serial += 1;
  return uploaded(own, goodFile(rows), { reference: `notice-${serial}`, start });
};

const eventsOf = async () => {
  const { rows } = await own.pool.query<{ type: string; body: string }>(
    'SELECT type, body FROM events WHERE account_id = $1 ORDER BY created_at, id',
    [uuidOf('acc', own.client.accountId)],
  );
  return rows.map(({ type, body }) => ({ type, batch: JSON.parse(body).data.object }));
};

it('[notices.mail] has the name, counts, money and what to do, a link, and no phone number', async () => {
  const server = await mailServer();
  await addresses({ ready: [TEAM], needs_money: [FINANCE, TEAM], completed: [TEAM] });
  const { id } = await checked(3, 'manual');
  await deliver(server);
  await command(own, id, 'start');
  await releaseOnce(own, id);
  await deliver(server);
  await fund(own.pool, own.client.accountId, PRICE);
  await resumeFundedBatches(own.pool);
  await releaseOnce(own, id);
  await confirmAll(own);
  await releaseOnce(own, id);
  await deliver(server);

  expect(server.mails.map(({ to }) => [...to].sort())).toEqual([[TEAM], [FINANCE, TEAM], [TEAM]]);
  const texts = server.mails.map(({ mail }) => mail.replaceAll('=\r\n', '').replaceAll('=3D', '='));
  for (const text of texts) {
    expect(text).toContain(`https://api.example.com/campaigns/${id}`);
    for (let row = 1; row <= 3; row++) expect(text).not.toContain(phoneNumber(row).slice(1));
  }
  expect(texts[0]).toContain(`Subject: Campaign notice-${serial} is checked and can be started`);
  expect(texts[0]).toContain('Rows: 3. To buy: 3. With errors: 0. Skipped: 0.');
  expect(texts[0]).toContain('Cost: 30.00 NGN. Available balance: 20.00 NGN.');
  expect(texts[1]).toContain(`Subject: Campaign notice-${serial} needs money`);
  expect(texts[1]).toContain('Add 10.00 NGN to finish all rows.');
  expect(texts[2]).toContain('Delivered: 3. Failed: 0. Not bought: 0.');
  expect(texts[2]).toContain('Charged: 30.00 NGN.');
});

it('[notices.mail] is not mailed to a person whom the organisation suspended, in any spelling of the address', async () => {
  const server = await mailServer();
  const organisationId = await createOrganisation(own.pool, 'Acme', BY);
  await assignAccount(own.pool, organisationId, own.client.accountId, BY);
  const email = `ada-${serial}@client.example`;
  const person = await addMember(own.pool, { organisationId, email, name: 'Ada', role: 'viewer' }, BY);
  await addresses({ ready: [TEAM, email.toUpperCase()] });
  const suspend = (at: string) =>
    own.pool.query(`UPDATE memberships SET suspended_at = ${at} WHERE person_id = $1`, [
      uuidOf('per', person),
    ]);
  await suspend('app_now()');
  await checked(1, 'manual');
  await deliver(server);
  expect(server.mails.map(({ to }) => to)).toEqual([[TEAM]]);

  await addresses({ ready: [email] });
  await checked(1, 'manual');
  await deliver(server);
  expect(server.mails).toHaveLength(1);
  await suspend('NULL');
  await checked(1, 'manual');
  await deliver(server);
  expect(server.mails.map(({ to }) => to)).toEqual([[TEAM], [email]]);
});

it('[notices.once] is mailed again until the mail server accepts it, and never after that', async () => {
  const server = await mailServer(2);
  await addresses({ ready: [TEAM] });
  await checked(1, 'manual');
  await deliver(server, 2);
  expect(server.mails).toEqual([]);
  await deliver(server, 3);
  expect(server.mails).toHaveLength(1);
  const { rows } = await own.pool.query<{ outcome: string; attempts: number }>(
    'SELECT outcome, attempts FROM batch_notices WHERE account_id = $1',
    [uuidOf('acc', own.client.accountId)],
  );
  expect(rows).toEqual([{ outcome: 'sent', attempts: 3 }]);
});

it('[notices.mail] is one mail for a campaign that pauses and resumes again and again, until 6 hours are over', async () => {
  const server = await mailServer();
  await addresses({ needs_money: [FINANCE] });
  const { id } = await checked(5, 'auto');
  for (let round = 0; round < 4; round++) {
    expect(await releaseOnce(own, id)).toMatchObject({ state: 'paused' });
    await command(own, id, 'resume');
  }
  await deliver(server, 2);
  expect(server.mails).toHaveLength(1);
  await moveClock(own.pool, new Date(NOON.getTime() + 6.1 * 3_600_000));
  expect(await releaseOnce(own, id)).toMatchObject({ state: 'paused' });
  await deliver(server);
  expect(server.mails).toHaveLength(2);
});

it('[notices.once] writes an event for each change that an endpoint chose, in the transaction of the change', async () => {
  await setWebhookEndpoint(
    own.pool,
    own.client.accountId,
    'https://hooks.example.com/',
    Buffer.from('sealed'),
  );
  const chosen = (types: readonly string[]) =>
    own.pool.query('UPDATE webhook_endpoints SET extra_events = $2 WHERE account_id = $1', [
      uuidOf('acc', own.client.accountId),
      types,
    ]);
  await checked(1, 'manual');
  expect(await eventsOf()).toEqual([]);

  await chosen(['batch.ready', 'batch.paused']);
  const { id } = await checked(3, 'manual');
  await command(own, id, 'start');
  await releaseOnce(own, id);
  await command(own, id, 'resume');
  await releaseOnce(own, id);
  const events = await eventsOf();
  expect(events.map(({ type, batch }) => [type, batch.status, batch.pause?.code ?? null])).toEqual([
    ['batch.ready', 'ready', null],
    ['batch.paused', 'paused', 'insufficient_balance'],
    ['batch.paused', 'paused', 'insufficient_balance'],
  ]);
  expect(events[2]?.batch.counts).toEqual((await getBatch(own, id)).counts);
  const { rows } = await own.pool.query<{ deliveries: number }>(
    `SELECT count(*) AS deliveries FROM outbox WHERE account_id = $1 AND topic = 'deliver_event'`,
    [uuidOf('acc', own.client.accountId)],
  );
  expect(rows).toEqual([{ deliveries: 3 }]);
});
