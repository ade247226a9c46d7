import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readLowBalances, setLowBalanceAlert } from '../../../db/accounts/low-balance.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { createMailer, type Mailer } from '../../../services/mail/mailer.ts';
import { sendLowBalanceAlerts } from '../../../worker/relay/low-balance.ts';
import { type MailServer, startMailServer } from '../../support/mail/smtp-server.ts';
import {
  bought,
  createLaneFixture,
  fund,
  type LaneFixture,
  OFFER,
  openAccount,
  PRICE,
  wish,
} from '../../support/purchases/lane-fixture.ts';
import { CONFIRMED, REFUSED, REVERSED, tell } from '../../support/purchases/outcome-reports.ts';
import { onePool } from '../../support/relay/stubs.ts';

const EMAIL = 'finance@client.example';
const FROM = 'no-reply@bundlewire.example';
const BY = { operator: 'ada', reason: 'asked for by the client' };

let fixture: LaneFixture;
let account: AccountId;
let logged: string;
const servers: MailServer[] = [];
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

beforeAll(async () => {
  fixture = await createLaneFixture();
});
beforeEach(async () => {
  logged = '';
  await fixture.pool.query(`DELETE FROM outbox WHERE topic = 'low_balance'`);
  account = await openAccount(fixture, 5);
  await setLowBalanceAlert(fixture.pool, account, { threshold: 3 * PRICE, email: EMAIL }, BY);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => fixture.close());

async function mailServer(refusals = 0): Promise<MailServer> {
  const server = await startMailServer(refusals);
  servers.push(server);
  return server;
}

/** What was available at each alert, in prices. */
async function alerts(): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ available: number }>({
    text: `SELECT available / $2::int AS available FROM low_balance_alerts WHERE account_id = $1 ORDER BY at, id`,
    values: [uuidOf('acc', account), PRICE],
  });
  return rows.map(({ available }) => available);
}

async function outcomes(): Promise<(string | null)[]> {
  const { rows } = await fixture.pool.query<{ outcome: string | null }>({
    text: `SELECT outcome FROM low_balance_alerts WHERE account_id = $1`,
    values: [uuidOf('acc', account)],
  });
  return rows.map(({ outcome }) => outcome);
}

async function deliver(mailer: Mailer | null): Promise<void> {
  while ((await sendLowBalanceAlerts({ pools: onePool(fixture.pool), mailer, log })) === 'more');
}

/** As if the pause before the next attempt were over. */
function endPauses() {
  return fixture.pool.query(`UPDATE outbox SET claimed_until = '-infinity' WHERE topic = 'low_balance'`);
}

describe('the low-balance alert', () => {
  it('fires when a purchase takes the available balance below the threshold, and not again below it', async () => {
    for (const reference of ['a', 'b']) await bought(fixture, account, reference);
    expect(await alerts()).toEqual([]);
    for (const reference of ['c', 'd']) await bought(fixture, account, reference);
    expect(await alerts()).toEqual([2]);
  });

  it('is armed again by funding, a release and a refund, and fires once a crossing', async () => {
    const [a, b, c] = [
      await bought(fixture, account, 'a'),
      await bought(fixture, account, 'b'),
      await bought(fixture, account, 'c'),
    ];
    await tell(fixture.settleLane, account, a, REFUSED);
    await bought(fixture, account, 'd');
    await fund(fixture.pool, account, PRICE);
    await bought(fixture, account, 'e');
    await tell(fixture.settleLane, account, b, CONFIRMED);
    await tell(fixture.settleLane, account, b, REVERSED);
    await bought(fixture, account, 'f');
    await tell(fixture.settleLane, account, c, CONFIRMED);
    expect(await alerts()).toEqual([2, 2, 2, 2]);
  });

  it('fires once however many purchases cross it in one transaction', async () => {
    await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((reference) => fixture.acceptLane.buy(account, wish(reference))),
    );
    expect((await alerts()).length).toBe(1);
  });

  it('is not fired by what is refused, nor without a threshold', async () => {
    const tooDear = wish('too-dear', { offer: { ...OFFER, price: 6 * PRICE } });
    expect((await fixture.acceptLane.buy(account, tooDear)).kind).toBe('refused');
    await setLowBalanceAlert(fixture.pool, account, null, BY);
    for (const reference of ['a', 'b', 'c']) await bought(fixture, account, reference);
    expect(await alerts()).toEqual([]);
  });
});

describe('its mail', () => {
  it('is taken by a mail server once, with what the client needs to know, and logged', async () => {
    for (const reference of ['a', 'b', 'c']) await bought(fixture, account, reference);
    const server = await mailServer();
    const mailer = createMailer({ url: server.url, from: FROM });
    await deliver(mailer);
    await deliver(mailer);
    await expect.poll(() => server.mails.length).toBe(1);
    mailer.close();

    const [mail] = server.mails;
    expect([mail?.from, mail?.to]).toEqual([FROM, [EMAIL]]);
    expect(mail?.mail).toContain('Subject: Low balance: Test has 1,000.00 NGN left');
    // Quoted-printable breaks long lines.
    expect(mail?.mail.replace(/=\r?\n/g, '')).toContain('fell below 1,500.00 NGN.');
    expect(await outcomes()).toEqual(['sent']);
    const line = JSON.parse(logged.split('\n')[0] ?? '');
    expect(line).toMatchObject({ account_id: account, threshold: 3 * PRICE, available: 2 * PRICE });
    expect(logged).not.toContain(EMAIL);
  });

  it('is sent again, with the same Message-ID, until a mail server takes it', async () => {
    for (const reference of ['a', 'b', 'c']) await bought(fixture, account, reference);
    const unreachable = createMailer({ url: 'smtp://127.0.0.1:1', from: FROM });
    await deliver(unreachable);
    unreachable.close();
    expect(await outcomes()).toEqual([null]);
    const server = await mailServer(1);
    const mailer = createMailer({ url: server.url, from: FROM });
    await deliver(mailer);
    expect(server.mails).toEqual([]);
    for (const _ of [1, 2]) {
      await endPauses();
      await deliver(mailer);
    }
    await expect.poll(() => server.mails.length).toBe(1);
    mailer.close();
    expect(server.mails[0]?.mail).toMatch(/Message-ID: <low-balance\.[0-9a-f-]{36}@bundlewire>/);
    expect(await outcomes()).toEqual(['sent']);
    expect(logged.match(/fell below its threshold/g)).toHaveLength(1);
    expect(logged).not.toContain(EMAIL);
  });

  it('is not sent without a mail server; log and metrics still show the alert', async () => {
    for (const reference of ['a', 'b', 'c']) await bought(fixture, account, reference);
    await deliver(null);
    expect(await outcomes()).toEqual(['no_address']);
    expect(logged).toMatch(/fell below its threshold/);
    const { below, alerts: counted } = await readLowBalances(fixture.pool);
    expect(below).toBeGreaterThanOrEqual(1);
    expect(counted.get('no_address')).toBe(1);
  });
});
