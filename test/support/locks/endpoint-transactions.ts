import { findSealedSecrets, replaceSealedSecrets } from '../../../db/accounts/sealed-secrets.ts';
import { askForDelivery } from '../../../db/endpoints/asked-deliveries.ts';
import { changeClientEndpoint, deleteClientEndpoint } from '../../../db/endpoints/changes.ts';
import { createClientEndpoint } from '../../../db/endpoints/endpoints.ts';
import { recoverDeliveries } from '../../../db/endpoints/recover.ts';
import { rotateClientSecret } from '../../../db/endpoints/secrets.ts';
import { addClientTestEvent } from '../../../db/endpoints/test-events.ts';
import { requeueSilentRetries } from '../../../db/purchases/lost-waits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { CLIENT_TABLES } from '../../../db/webhooks/attempt-tables.ts';
import { resendEvent } from '../../../db/webhooks/resends.ts';
import { dropAttempts, finishAttempts, openAttempts } from '../../../db/webhooks/webhooks.ts';
import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { CLIENT } from '../client-actor.ts';
import type { Transact } from './transact.ts';
import { failedAttempt, newTestEvent, RANGE } from './webhook-transactions.ts';

const URL = 'https://client.example/own';

/** Transactions about the endpoints that clients set, and about deliveries to them. */
export const ENDPOINT_TRANSACTIONS: Readonly<Record<string, Transact>> = {
  "create a client's endpoint": ({ pool }, { accountId }) =>
    createClientEndpoint(
      pool,
      accountId,
      {
        id: newId('wep'),
        url: 'https://client.example/new',
        description: '',
        eventTypes: ['purchase.failed'],
        sealedSecret: Buffer.from('sealed'),
      },
      CLIENT,
    ),
  "change a client's endpoint": ({ pool }, { accountId, endpointId }) =>
    changeClientEndpoint(
      pool,
      accountId,
      endpointId,
      // The URL that the transaction above gives to another endpoint.
      { url: 'https://client.example/new', description: null, eventTypes: null, enabled: null },
      CLIENT,
    ),
  "delete a client's endpoint": ({ pool }, { accountId, endpointId }) =>
    deleteClientEndpoint(pool, accountId, endpointId, CLIENT),
  "rotate the secret of a client's endpoint": ({ pool }, { accountId, endpointId }) =>
    rotateClientSecret(
      pool,
      accountId,
      endpointId,
      { sealedSecret: Buffer.from('new'), overlapMs: 0 },
      CLIENT,
    ),
  "reseal the secrets of a client's endpoint": async ({ pool }, { accountId, endpointId }) => {
    const secrets = await findSealedSecrets(pool, { accountId, endpointId });
    if (secrets === null) return;
    await replaceSealedSecrets(pool, secrets, { current: Buffer.from('again'), former: null });
  },
  "send a client's endpoint a test event": ({ pool }, { accountId, endpointId }) =>
    addClientTestEvent(pool, accountId, endpointId, newTestEvent(), CLIENT),
  'resend an event to one endpoint': ({ pool }, { accountId, eventId, endpointId }) =>
    resendEvent(pool, accountId, eventId, false, async () => {}, endpointId),
  'recover deliveries': ({ pool }, { accountId, endpointId }) =>
    inTransaction(pool, (tx) => recoverDeliveries(tx, accountId, endpointId, RANGE)),
  'ask for a delivery': ({ pool }, { deliveryId }) => askForDelivery(pool, deliveryId, 2),
  'requeue silent deliveries': ({ pool }) => requeueSilentRetries(pool, 60_000, CLIENT_TABLES),
  'finish an attempt of a delivery': async ({ pool }, { accountId, deliveryId, endpointId }) => {
    const [subjectUuid, turn] = [uuidOf('dlv', deliveryId), uuidOf('wep', endpointId)];
    await openAttempts(pool, [{ subjectUuid, turn, attempt: 1, url: URL }], CLIENT_TABLES);
    const failed = failedAttempt(accountId, subjectUuid, turn, URL);
    const delivered = { ...failed, outcome: 'delivered', httpStatus: 200, retryOutboxId: null } as const;
    await finishAttempts(pool, [delivered], CLIENT_TABLES);
  },
  'drop an attempt of a delivery': ({ pool }, { deliveryId }) =>
    dropAttempts(pool, [newUuid()], [uuidOf('dlv', deliveryId)], CLIENT_TABLES),
};
