import { readCampaignTexts, writeCampaign } from '../../../db/privacy/campaigns.ts';
import { completeErasure, storeErasure } from '../../../db/privacy/erasures.ts';
import { renamePurchases } from '../../../db/privacy/purchases.ts';
import { forgetAnswers, forgetCallbacks, rewriteEvents } from '../../../db/privacy/records.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import type { Erasure } from '../../../domain/privacy/erasure.ts';
import type { Transact } from './transact.ts';

const PSEUDONYM = '+999000000000001';
/** Of no purchase. */
const NUMBER = '+2348039999999';
const ACTOR = { operator: 'test', reason: 'test' };

/** An erasure that is not stored: its transactions count for none. */
function erasureOf(accountId: AccountId): Erasure {
  return {
    id: newId('era'),
    accountId,
    pseudonym: PSEUDONYM,
    requestedAt: new Date(),
    completedAt: null,
    waitsFor: null,
    counts: { purchases: 0, statementLines: 0, events: 0, campaignRows: 0, referencesKept: 0 },
  };
}

/** Transactions of the erasure of a number. */
export const PRIVACY_TRANSACTIONS: Readonly<Record<string, Transact>> = {
  'request an erasure': ({ pool }, { accountId }) =>
    storeErasure(
      pool,
      { accountId, phoneNumber: NUMBER, pseudonym: PSEUDONYM, sealedNumber: Buffer.from('sealed') },
      ACTOR,
    ),
  'rename purchases': async ({ pool }, { accountId, late }) => {
    const { rows } = await pool.query<{ number: string }>({
      text: 'SELECT phone_number AS number FROM purchases WHERE id = $1',
      values: [uuidOf('pur', late)],
    });
    return renamePurchases(pool, erasureOf(accountId), rows[0]?.number ?? NUMBER, (hash) => hash, 10);
  },
  'rewrite events': ({ pool }, { accountId, late }) =>
    rewriteEvents(pool, erasureOf(accountId), [late], (body) => `${body} `),
  'forget answers': ({ pool }, { accountId, late }) => forgetAnswers(pool, erasureOf(accountId), [late]),
  'forget callbacks': ({ pool }, { late }) => forgetCallbacks(pool, [late]),
  'rewrite a campaign': async ({ pool }, { accountId, doneBatchId }) => {
    const texts = await readCampaignTexts(pool, accountId, doneBatchId);
    return writeCampaign(pool, erasureOf(accountId), doneBatchId, texts, []);
  },
  'complete an erasure': ({ pool }, { accountId }) => completeErasure(pool, erasureOf(accountId), NUMBER, 0),
};
