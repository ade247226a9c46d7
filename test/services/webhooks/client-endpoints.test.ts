import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeClientEndpoint, deleteClientEndpoint } from '../../../db/endpoints/changes.ts';
import { rotateClientSecret } from '../../../db/endpoints/secrets.ts';
import { requeueSilentRetries } from '../../../db/purchases/lost-waits.ts';
import { CLIENT_TABLES } from '../../../db/webhooks/attempt-tables.ts';
import { openSecret, sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { signWebhook } from '../../../domain/crypto/signature.ts';
import type { AccountId, EventId } from '../../../domain/ids.ts';
import { createClientDeliveries } from '../../../services/webhooks/deliveries.ts';
import { resealSecrets } from '../../../services/webhooks/reseal.ts';
import { createSender } from '../../../services/webhooks/send.ts';
import { type AttemptFixture, createAttemptFixture, failing } from '../../support/webhooks/attempts.ts';
import { addClientEndpoint, deliverAll, deliveriesOf } from '../../support/webhooks/client-endpoints.ts';
import { SECRET } from '../../support/webhooks/fixture.ts';
import { OK, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const ACTOR = { operator: 'test', reason: 'test' };
const NOTHING = { url: null, description: null, eventTypes: null, enabled: null };

let fixture: AttemptFixture;
let other: Receiver;

beforeAll(async () => {
  fixture = await createAttemptFixture();
  other = await startReceiver();
});
afterAll(async () => {
  await other.close();
  await fixture.close();
});
beforeEach(async () => {
  fixture.answerWith(OK);
  await fixture.pool.query('DELETE FROM outbox');
});

async function oneEvent(accountId: AccountId): Promise<EventId> {
  const [event] = await fixture.makeEvents(accountId, 1);
  if (event === undefined) throw new Error('no event');
  return event;
}

const receivedBy = (receiver: Receiver, event: EventId) =>
  receiver.received.filter(({ headers }) => headers['svc-event-id'] === event);

describe('an event of an account with several endpoints', () => {
  it('[endpoints.fan_out] goes once to each endpoint that wants its type, beside the endpoint of operators', async () => {
    const accountId = await fixture.openAccountAt(`${fixture.receiver.url}/main`);
    const first = await addClientEndpoint(fixture, accountId, `${fixture.receiver.url}/first`);
    const second = await addClientEndpoint(fixture, accountId, other.url, ['purchase.failed']);
    await addClientEndpoint(fixture, accountId, `${other.url}/unwanted`, ['purchase.successful']);
    const event = await oneEvent(accountId);

    await fixture.attemptAll();
    await deliverAll(fixture);
    await deliverAll(fixture);
    const paths = [fixture.receiver, other].flatMap((at) => receivedBy(at, event).map(({ path }) => path));
    expect(paths.sort()).toEqual(['/hooks', '/hooks/first', '/hooks/main']);
    expect(await deliveriesOf(fixture.pool, event)).toMatchObject([
      { endpoint: first, delivery: 'delivered', attempts: ['1 delivered'] },
      { endpoint: second, delivery: 'delivered', attempts: ['1 delivered'] },
    ]);
    const bodies = [fixture.receiver, other].flatMap((at) =>
      receivedBy(at, event).map(({ body }) => `${body}`),
    );
    expect(new Set(bodies).size).toBe(1);
    const { rows } = await fixture.pool.query('SELECT FROM outbox');
    expect(rows).toEqual([]);
  });

  it('is signed with the secret of each endpoint', async () => {
    const accountId = await fixture.openAccountAt(null);
    await addClientEndpoint(fixture, accountId, other.url);
    const event = await oneEvent(accountId);
    await deliverAll(fixture);
    const [received] = receivedBy(other, event);
    if (received === undefined) throw new Error('nothing was received');
    const { headers, body } = received;
    const signature = signWebhook(`${body}`, Number(headers['svc-timestamp']), [SECRET]);
    expect(headers['svc-signature']).toBe(signature);
  });

  it('[endpoints.isolation] is not delayed by another endpoint of the account that fails', async () => {
    const accountId = await fixture.openAccountAt(null);
    const bad = await addClientEndpoint(fixture, accountId, `${fixture.receiver.url}/bad`);
    const good = await addClientEndpoint(fixture, accountId, `${other.url}/good`);
    fixture.answerWith((response) => response.writeHead(500).end());
    const events = await fixture.makeEvents(accountId, 8);
    await deliverAll(fixture);
    await deliverAll(fixture);
    for (const event of events) {
      const rows = await deliveriesOf(fixture.pool, event);
      expect(rows.find(({ endpoint }) => endpoint === good)).toMatchObject({ delivery: 'delivered' });
      expect(rows.find(({ endpoint }) => endpoint === bad)).toMatchObject({ delivery: 'pending' });
    }
    const { rows } = await fixture.pool.query<{ queue: string }>(
      `SELECT DISTINCT queue FROM outbox WHERE topic = 'deliver_to_endpoint' AND claimed_until = '-infinity'`,
    );
    expect(rows.map(({ queue }) => queue)).not.toContain('deliveries');
  });
});

describe('a delivery', () => {
  it('[endpoints.schedule] that fails is retried as the schedule says, and fails after the seventh attempt', async () => {
    const accountId = await fixture.openAccountAt(null);
    await addClientEndpoint(fixture, accountId, fixture.receiver.url);
    fixture.answerWith((response) => response.writeHead(503).end());
    const event = await oneEvent(accountId);
    await deliverAll(fixture);
    const [{ id } = { id: null }] = await deliveriesOf(fixture.pool, event);
    if (id === null) throw new Error('no delivery');
    const { rows } = await fixture.pool.query(
      `SELECT topic, queue FROM outbox WHERE topic = 'retry_delivery'`,
    );
    expect(rows).toEqual([{ topic: 'retry_delivery', queue: 'temporal' }]);

    for (let attempt = 2; attempt <= 7; attempt++) {
      expect(await fixture.clientDeliveries.ask(id, attempt)).toBe('waiting');
      expect(await fixture.clientDeliveries.ask(id, attempt)).toBe('waiting');
      await deliverAll(fixture);
      expect(await fixture.clientDeliveries.ask(id, attempt)).toBe('failed');
    }
    const [row] = await deliveriesOf(fixture.pool, event);
    expect(row).toMatchObject({ delivery: 'failed' });
    expect(row?.attempts).toHaveLength(7);
  });

  it('whose retries were lost is asked for again', async () => {
    const accountId = await fixture.openAccountAt(null);
    await addClientEndpoint(fixture, accountId, fixture.receiver.url);
    fixture.answerWith((response) => response.writeHead(503).end());
    await oneEvent(accountId);
    await deliverAll(fixture);
    await fixture.pool.query('DELETE FROM outbox');
    expect(await requeueSilentRetries(fixture.pool, 60_000, CLIENT_TABLES)).toBe(0);
    await fixture.pool.query(`UPDATE delivery_attempts SET started_at = started_at - interval '3 minutes'`);
    expect(await requeueSilentRetries(fixture.pool, 60_000, CLIENT_TABLES)).toBeGreaterThan(0);
    expect(await requeueSilentRetries(fixture.pool, 60_000, CLIENT_TABLES)).toBe(0);
  });

  it('whose process dies before the outcome is recorded is made again, as the same attempt', async () => {
    const accountId = await fixture.openAccountAt(null);
    await addClientEndpoint(fixture, accountId, other.url);
    const event = await oneEvent(accountId);
    const dying = createClientDeliveries({
      pool: failing(fixture.pool, (name) => name === 'finish-delivery-attempts'),
      sender: createSender({ allowPrivate: ['127.0.0.1/32'] }),
      secretsKeys: fixture.secretsKeys,
      onOutbox: () => {},
    });
    await deliverAll({ ...fixture, clientDeliveries: dying });
    expect((await deliveriesOf(fixture.pool, event))[0]?.attempts).toEqual(['1 open']);
    await fixture.pool.query(`UPDATE outbox SET claimed_until = '-infinity'`);
    await deliverAll(fixture);
    expect((await deliveriesOf(fixture.pool, event))[0]?.attempts).toEqual(['1 delivered']);
    expect(receivedBy(other, event)).toHaveLength(2);
  });

  it('[endpoints.disabled] is not sent while its endpoint is disabled, even if its retries had begun', async () => {
    const accountId = await fixture.openAccountAt(null);
    const endpoint = await addClientEndpoint(fixture, accountId, fixture.receiver.url);
    fixture.answerWith((response) => response.writeHead(503).end());
    const event = await oneEvent(accountId);
    await deliverAll(fixture);
    await changeClientEndpoint(fixture.pool, accountId, endpoint, { ...NOTHING, enabled: false }, ACTOR);
    const [{ id } = { id: null }] = await deliveriesOf(fixture.pool, event);
    if (id === null) throw new Error('no delivery');
    expect(await fixture.clientDeliveries.ask(id, 2)).toBe('no_endpoint');
    expect(await deliveriesOf(fixture.pool, event)).toMatchObject([{ delivery: 'not_sent' }]);

    const later = await oneEvent(accountId);
    await deliverAll(fixture);
    expect(await deliveriesOf(fixture.pool, later)).toEqual([]);
    expect(receivedBy(fixture.receiver, later)).toEqual([]);
  });

  it('waiting when its endpoint is deleted is not sent; one under way is recorded', async () => {
    const accountId = await fixture.openAccountAt(null);
    const slow = await addClientEndpoint(fixture, accountId, fixture.receiver.url);
    fixture.answerWith((response) => {
      void deleteClientEndpoint(fixture.pool, accountId, slow, ACTOR).then(() =>
        response.writeHead(200).end(),
      );
    });
    const event = await oneEvent(accountId);
    await deliverAll(fixture);
    expect(await deliveriesOf(fixture.pool, event)).toMatchObject([{ delivery: 'delivered' }]);

    const gone = await addClientEndpoint(fixture, accountId, other.url);
    const second = await oneEvent(accountId);
    await deleteClientEndpoint(fixture.pool, accountId, gone, ACTOR);
    await deliverAll(fixture);
    expect(await deliveriesOf(fixture.pool, second)).toMatchObject([{ delivery: 'not_sent', attempts: [] }]);
    expect(receivedBy(other, second)).toEqual([]);
  });
});

describe('the secret of an endpoint', () => {
  const rotate = (accountId: AccountId, id: `wep_${string}`, secret: string, overlapMs: number) => {
    const sealedSecret = sealSecret(secret, fixture.secretsKeys);
    return rotateClientSecret(fixture.pool, accountId, id, { sealedSecret, overlapMs }, ACTOR);
  };
  const signatures = (event: EventId) => {
    const [received] = receivedBy(other, event);
    return `${received?.headers['svc-signature']}`.split(',').length;
  };

  it('[endpoints.rotation] signs beside the former one until the overlap ends; of two rotations one wins', async () => {
    const accountId = await fixture.openAccountAt(null);
    const id = await addClientEndpoint(fixture, accountId, other.url);
    const rotations = await Promise.all([1, 2, 3, 4].map((n) => rotate(accountId, id, `whsec_${n}`, 60_000)));
    expect(rotations.map(({ kind }) => kind).sort()).toEqual([
      'rotated',
      'under_way',
      'under_way',
      'under_way',
    ]);
    const during = await oneEvent(accountId);
    await deliverAll(fixture);
    expect(signatures(during)).toBe(2);

    expect(await rotate(accountId, id, 'whsec_now', 0)).toEqual({ kind: 'rotated' });
    const after = await oneEvent(accountId);
    await deliverAll(fixture);
    expect(signatures(after)).toBe(1);
  });

  it('is sealed again with a new key, like that of the endpoint of operators', async () => {
    const accountId = await fixture.openAccountAt(other.url);
    await addClientEndpoint(fixture, accountId, other.url);
    const current = Buffer.alloc(32, 7);
    const keys = { current, former: [fixture.secretsKeys.current] };
    const { rows: all } = await fixture.pool.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM webhook_endpoints) + (SELECT count(*) FROM client_endpoints))::int AS count`,
    );
    expect((await resealSecrets(fixture.pool, keys)).resealed).toBe(all[0]?.count);
    const { rows } = await fixture.pool.query<{ sealed: Buffer }>(
      `SELECT sealed_secret AS sealed FROM client_endpoints`,
    );
    for (const { sealed } of rows) expect(openSecret(sealed, { current, former: [] })).toMatch(/^whsec_/);
    await resealSecrets(fixture.pool, { current: fixture.secretsKeys.current, former: [current] });
  });
});
