import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../../clients/typescript/src/verify-webhook.ts';
import type { SecretsKeys } from '../../../../domain/crypto/sealed-secret.ts';
import { createDeliveries } from '../../../../services/webhooks/deliveries.ts';
import { createSender } from '../../../../services/webhooks/send.ts';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import { createWebhookAttempts, OPERATOR_QUEUES } from '../../../../worker/relay/webhook-attempts.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { run } from '../../../support/cli/terminal.ts';
import { onePool } from '../../../support/relay/stubs.ts';
import { type Answer, OK, type Receiver, startReceiver } from '../../../support/webhooks/receiver.ts';

const [KEY, NEXT_KEY] = [randomBytes(32), randomBytes(32)];
const WHY = ['--reason', 'test'] as const;
const SURE = [...WHY, '--yes'] as const;

let fixture: CliFixture;
let receiver: Receiver;
let answer: Answer;
let account: string;
let secret: string;

beforeAll(async () => {
  fixture = await createCliFixture({
    SECRETS_KEY: KEY.toString('base64'),
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
  });
});
afterAll(() => fixture.close());

beforeEach(async () => {
  answer = OK;
  receiver = await startReceiver((response, nth) => answer(response, nth));
  account = (await fixture.json('account', 'create', 'Acme Ltd', ...WHY)).id;
  secret = (await fixture.json('webhook', 'set', receiver.url, '--account', account, ...WHY)).signing_secret;
});
afterEach(() => receiver.close());

/** Makes the attempts that wait once, as a worker with these keys would. */
async function attemptAll(secretsKeys: SecretsKeys = { current: KEY, former: [] }): Promise<void> {
  const { pool } = fixture;
  const sender = createSender({ allowPrivate: ['127.0.0.1/32'] });
  const deliveries = createDeliveries({ pool, sender, secretsKeys, onOutbox: () => {} });
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({
    attemptQueues: OPERATOR_QUEUES,
    pools: onePool(pool),
    deliveries,
    log,
    onFree: () => {},
  });
  for (const pass of [attempts.open, attempts.held]) {
    await pass();
    await attempts.idle();
  }
  await sender.close();
}

async function sendTest(...further: string[]): Promise<string> {
  const { out } = await fixture.cli('webhook', 'test', account, '--wait', '0', '--json', ...WHY, ...further);
  return JSON.parse(out).event_id;
}

/** For each secret, whether the last webhook was signed with it. */
function signedWith(...secrets: string[]): boolean[] {
  const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
  return secrets.map((one) => verifyWebhook(body, headers, [one]).kind === 'genuine');
}

describe('a test event', () => {
  it('[events.test] is signed and delivered like every event, and marked in its metadata', async () => {
    const running = fixture.json('webhook', 'test', account, '--type', 'purchase.reversed', ...WHY);
    await expect.poll(() => attemptAll().then(() => receiver.received.length)).toBe(1);
    const { event_id, attempt } = await running;
    expect(attempt).toMatchObject({ kind: 'scheduled', number: 1, outcome: 'delivered', http_status: 200 });

    const [webhook] = receiver.received;
    expect(webhook?.headers['svc-event-id']).toBe(event_id);
    expect(JSON.parse(webhook?.body.toString() ?? '')).toMatchObject({
      id: event_id,
      object: 'event',
      type: 'purchase.reversed',
      data: { object: { object: 'purchase', status: 'reversed', metadata: { test_event: 'true' } } },
    });
    expect(signedWith(secret)).toEqual([true]);
  });

  it("that fails is shown with the receiver's answer, and is retried", async () => {
    answer = (response) => response.writeHead(422).end('no such tenant\u001b[2J');
    const event = await sendTest();
    await attemptAll();
    const { out } = await fixture.cli('webhook', 'attempts', event);
    expect(out).toContain('answered 422');
    expect(out).toContain('no such tenant\ufffd[2J');
    const { rows } = await fixture.pool.query(`SELECT FROM outbox WHERE topic = 'retry_event'`);
    expect(rows).toHaveLength(1);
  });

  it('needs an endpoint and a known type', async () => {
    expect(await fixture.cli('webhook', 'test', account, '--type', 'purchase.lost', ...WHY)).toMatchObject({
      exitCode: 2,
    });
    await fixture.json('webhook', 'remove', account, ...SURE);
    expect(await fixture.cli('webhook', 'test', account, ...WHY)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('webhook set'),
    });
  });
});

describe('resending', () => {
  it('sends a delivered event again: the same bytes under the same id', async () => {
    const event = await sendTest();
    await attemptAll();
    expect(await fixture.json('webhook', 'resend', event, ...WHY)).toMatchObject({ queued: true });
    expect(await fixture.json('webhook', 'resend', event, ...WHY)).toMatchObject({ queued: false });
    const resends = (await fixture.actions()).filter(({ action }) => action === 'webhook_resend');
    expect(resends).toMatchObject([{ operator: 'ada', subject: event }]);
    await attemptAll();
    const [first, again] = receiver.received;
    expect(again?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(again?.headers['svc-event-id']).toBe(event);
    expect((await fixture.json('webhook', 'attempts', event)).attempts).toMatchObject([
      { kind: 'scheduled', number: 1, outcome: 'delivered' },
      { kind: 'resent', number: null, outcome: 'delivered' },
    ]);
  });

  it('recovers only the events that were not delivered since a time', async () => {
    const { rows } = await fixture.pool.query<{ first: Date }>(
      `WITH added AS (
       INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivery, delivered_at)
       SELECT uuidv7(), a.id, 'purchase.failed', uuidv7(), app_now() + n * interval '1 second', '{}',
              (ARRAY['failed', 'not_sent', 'pending', 'delivered'])[n % 4 + 1],
              CASE WHEN n % 4 = 3 THEN app_now() END
         FROM (SELECT account_id AS id FROM webhook_endpoints WHERE url = $1) a, generate_series(0, 39) n
       RETURNING created_at)
       SELECT min(created_at) AS first FROM added`,
      [receiver.url],
    );
    const since = new Date((rows[0]?.first.getTime() ?? 0) + 20_500).toISOString();
    const { queued } = await fixture.json('webhook', 'recover', account, '--since', since, ...WHY);
    expect([14, 15]).toContain(queued);
    expect((await fixture.json('webhook', 'recover', account, '--since', since, ...WHY)).queued).toBe(0);
    for (let pass = 0; pass < 5; pass++) await attemptAll();
    expect(receiver.received).toHaveLength(queued);
    expect((await fixture.actions()).at(-1)).toMatchObject({ action: 'webhook_recover', operator: 'ada' });
  });

  it('requires a time with its zone', async () => {
    const { exitCode } = await fixture.cli('webhook', 'recover', account, '--since', '2026-11-20', ...WHY);
    expect(exitCode).toBe(2);
  });
});

describe('a signing secret', () => {
  it('is shown once, when it is created', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
    const shown = await fixture.cli('webhook', 'show', account);
    expect(shown.out).toContain(receiver.url);
    expect(shown.out).not.toContain(secret);
    expect(
      await fixture.json('webhook', 'set', `${receiver.url}/moved`, '--account', account, ...WHY),
    ).toEqual({
      account_id: account,
      url: `${receiver.url}/moved`,
      extra_events: [],
    });
    const { rows } = await fixture.pool.query<{ text: string }>(
      `SELECT row_to_json(a)::text AS text FROM audit_log a`,
    );
    expect(rows).not.toEqual([]);
    expect(rows.map(({ text }) => text).join()).not.toContain('whsec_');
  });

  it('[events.rotation] signs together with its predecessor during a rotation, the new one first', async () => {
    const { signing_secret: next } = await fixture.json(
      'webhook',
      'rotate',
      account,
      '--overlap',
      '2',
      ...SURE,
    );
    await sendTest();
    await attemptAll();
    expect(signedWith(secret, next)).toEqual([true, true]);
    const header = String(receiver.received.at(-1)?.headers['svc-signature']);
    expect(header).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
    const newest = { ...headers, 'svc-signature': header.split(',')[0] };
    expect(verifyWebhook(body, newest, [next]).kind).toBe('genuine');

    const third = await fixture.cli('webhook', 'rotate', account, ...SURE);
    expect(third).toMatchObject({ exitCode: 1, err: expect.stringContaining('The last rotation ends at') });

    await fixture.pool.query(`UPDATE app_clock SET offset_ms = offset_ms + 2 * 3600000`);
    await sendTest();
    await attemptAll();
    expect(signedWith(secret, next)).toEqual([false, true]);
  });

  it('that leaked can be ended immediately, even during a rotation', async () => {
    const { signing_secret: leaked } = await fixture.json('webhook', 'rotate', account, ...SURE);
    const { signing_secret: next } = await fixture.json(
      'webhook',
      'rotate',
      account,
      '--overlap',
      '0',
      ...SURE,
    );
    await sendTest();
    await attemptAll();
    expect(signedWith(secret, leaked, next)).toEqual([false, false, true]);
  });

  it('is encrypted with a new key by reseal; the former key is then no longer needed', async () => {
    const keys = { SECRETS_KEY: NEXT_KEY.toString('base64'), SECRETS_KEYS_FORMER: KEY.toString('base64') };
    const moved = cliWith(fixture, keys);
    expect(await moved('secrets', 'reseal', '--json', ...WHY)).toMatchObject({ exitCode: 0 });
    expect(JSON.parse((await moved('secrets', 'reseal', '--json', ...WHY)).out).resealed).toBe(0);

    await sendTest();
    await attemptAll({ current: NEXT_KEY, former: [] });
    expect(signedWith(secret)).toEqual([true]);
    await sendTest();
    await attemptAll({ current: KEY, former: [] });
    expect(receiver.received).toHaveLength(1);
    await fixture.pool.query(`DELETE FROM outbox`);
    await fixture.pool.query(`DELETE FROM webhook_endpoints`);
  });
});

/** The tool on the same database with other settings. */
function cliWith({ url }: CliFixture, further: Readonly<Record<string, string>>) {
  const environment = { DATABASE_URL: urlAs('operator', url), BUNDLEWIRE_OPERATOR: 'ada', ...further };
  return (...args: readonly string[]) => run(args, { environment });
}
