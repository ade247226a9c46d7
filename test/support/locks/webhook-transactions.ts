import { recordAction } from '../../../db/audit/record.ts';
import { requeueSilentRetries } from '../../../db/purchases/lost-waits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { askForAttempt } from '../../../db/webhooks/asked-attempts.ts';
import { changeEndpoint, createEndpoint, removeEndpoint } from '../../../db/webhooks/endpoints.ts';
import { recoverPage, resendEvent } from '../../../db/webhooks/resends.ts';
import { rotateSecret } from '../../../db/webhooks/secrets.ts';
import { addTestEvent } from '../../../db/webhooks/test-events.ts';
import {
  dropAttempts,
  type FinishedAttempt,
  finishAttempts,
  openAttempts,
} from '../../../db/webhooks/webhooks.ts';
import { newId, newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { Transact } from './transact.ts';

const ACTOR = { operator: 'test', reason: 'test' };
const URL = 'https://client.example/hook';

/** A test event that was never stored. */
export function newTestEvent() {
  return {
    id: newId('evt'),
    type: 'purchase.successful',
    subjectUuid: uuidOf('pur', newId('pur')),
    createdAt: new Date(),
    body: '{}',
  } as const;
}

/** A failed first attempt of an event or of a delivery, by UUIDs. */
export function failedAttempt(
  accountId: AccountId,
  subjectUuid: string,
  turn: string,
  url: string,
): FinishedAttempt {
  return {
    subjectUuid,
    turn,
    attempt: 1,
    url,
    accountId,
    outcome: 'failed',
    httpStatus: 500,
    error: null,
    address: null,
    durationMs: 5,
    answer: null,
    outboxId: newUuid(),
    retryOutboxId: newUuid(),
  };
}

/** The first page of everything that was not delivered. */
export const RANGE = { since: new Date(0), after: null, limit: 100 } as const;

/** Transactions about events, and about the endpoint that operators set. */
export const WEBHOOK_TRANSACTIONS: Readonly<Record<string, Transact>> = {
  'resend an event': ({ pool }, { accountId, eventId }) =>
    resendEvent(pool, accountId, eventId, false, (tx) =>
      recordAction(tx, { ...ACTOR, action: 'webhook_resend', accountId, subject: eventId }),
    ),
  'recover events': ({ pool }, { accountId }) =>
    inTransaction(pool, (tx) => recoverPage(tx, accountId, RANGE)),
  'ask for an attempt': ({ pool }, { eventId }) => askForAttempt(pool, { eventId, attempt: 2 }),
  'requeue silent retries': ({ pool }) => requeueSilentRetries(pool, 60_000),
  'finish a webhook attempt': async ({ pool }, { accountId, eventId }) => {
    const [subjectUuid, turn] = [uuidOf('evt', eventId), uuidOf('acc', accountId)];
    await openAttempts(pool, [{ subjectUuid, turn, attempt: 1, url: URL }]);
    await finishAttempts(pool, [failedAttempt(accountId, subjectUuid, turn, URL)]);
  },
  'drop a webhook attempt': ({ pool }, { eventId }) =>
    dropAttempts(pool, [newUuid()], [uuidOf('evt', eventId)]),
  'send a test event': ({ pool }, { accountId }) => addTestEvent(pool, accountId, newTestEvent(), ACTOR),
  'create an endpoint': ({ pool }, { accountId }) =>
    createEndpoint(
      pool,
      accountId,
      { url: URL, extraEvents: [], sealedSecret: Buffer.from('sealed') },
      ACTOR,
    ),
  'change an endpoint': ({ pool }, { accountId }) =>
    changeEndpoint(pool, accountId, { url: 'https://client.example/other', extraEvents: null }, ACTOR),
  'rotate a secret': ({ pool }, { accountId }) =>
    rotateSecret(pool, accountId, { sealedSecret: Buffer.from('new'), overlapMs: 0 }, ACTOR),
  'remove an endpoint': ({ pool }, { accountId }) => removeEndpoint(pool, accountId, ACTOR),
};
