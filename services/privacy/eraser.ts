import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { completeErasure, type DueErasure, noteWait, takeErasure } from '../../db/privacy/erasures.ts';
import { readErasureKey } from '../../db/privacy/keys.ts';
import {
  findWaitingPurchase,
  listPurchasesOf,
  type RenamedPurchase,
  renamePurchases,
} from '../../db/privacy/purchases.ts';
import { forgetAnswers, forgetCallbacks, rewriteEvents } from '../../db/privacy/records.ts';
import { forgetRequests } from '../../db/privacy/requests.ts';
import { openSecret, type SecretsKeys } from '../../domain/crypto/sealed-secret.ts';
import type { ErasureId } from '../../domain/ids.ts';
import type { ErasedNumber } from '../../domain/privacy/erase-row.ts';
import type { Erasure, ErasureWait } from '../../domain/privacy/erasure.ts';
import { eraseResource, replaceMentions } from '../../domain/privacy/mentions.ts';
import { mentionOfNumber } from '../../domain/requests/kept-text.ts';
import { eraseCampaigns } from './erase-campaigns.ts';
import { eraseLines } from './erase-lines.ts';
import { toNumberParts } from './number-parts.ts';

/** Runs the steps of erasures. Each step can be repeated, so a process that stops only delays an erasure. */
export interface Eraser {
  /**
   * Runs the erasure that is due first, or the one that is named, until it is completed or has to wait. Null if none is due.
   * @throws SealBroken if a closed day of the account is not as it was sealed.
   */
  run(
    signal: AbortSignal,
    id?: ErasureId,
  ): Promise<{ readonly erasure: Erasure; readonly isCompleted: boolean } | null>;
}

/** Purchases that one transaction changes. */
const PAGE = 200;
/** After this time, another process continues what one has left. Longer than a pass over an account usually takes. */
const LEASE_MS = 60_000;
/** Until what it waits for is looked at again. */
const AGAIN_MS = 15_000;

export function createEraser(pool: Pool, keys: SecretsKeys): Eraser {
  return {
    async run(signal, id) {
      const due = await takeErasure(pool, LEASE_MS, id ?? null);
      if (due === null) return null;
      const { erasure } = due;
      const waitsFor = await runSteps(pool, keys, due, signal);
      if (waitsFor !== null) await noteWait(pool, erasure, waitsFor, AGAIN_MS);
      return { erasure, isCompleted: waitsFor === null };
    },
  };
}

/** Returns what is waited for; null when the erasure is completed. */
async function runSteps(
  pool: Pool,
  keys: SecretsKeys,
  { erasure, sealedNumber }: DueErasure,
  signal: AbortSignal,
): Promise<ErasureWait | null> {
  const phoneNumber = openSecret(sealedNumber, keys);
  const parts = toNumberParts(phoneNumber);
  const { pseudonym, accountId } = erasure;
  const number: ErasedNumber = { phoneNumber, pseudonym, replace: replaceMentions(parts, pseudonym) };

  const hashFingerprint = await fingerprintHash(pool, keys, erasure);
  while ((await renamePurchases(pool, erasure, phoneNumber, hashFingerprint, PAGE)) === PAGE)
    signal.throwIfAborted();
  const records = await eraseRecords(pool, erasure, number, signal);
  await eraseRequests(pool, erasure, [mentionOfNumber(phoneNumber)], signal);
  const searched = await eraseCampaigns(pool, erasure, number, parts.national, signal);

  const waiting = await findWaitingPurchase(pool, accountId, phoneNumber);
  if (waiting !== null) return waiting;
  if (records.waitsFor !== null) return records.waitsFor;
  if (!searched) return 'campaign';
  const isCompleted = await completeErasure(pool, erasure, phoneNumber, records.referencesKept);
  return isCompleted ? null : 'purchase';
}

async function fingerprintHash(
  pool: Pool,
  keys: SecretsKeys,
  { accountId }: Erasure,
): Promise<(fingerprint: Buffer) => Buffer> {
  const sealed = await readErasureKey(pool, accountId);
  if (sealed === null) throw new TypeError(`no erasure key of ${accountId}`);
  const key = openSecret(sealed, keys);
  return (fingerprint) => createHmac('sha256', key).update(fingerprint).digest();
}

/** What is stored about the purchases that have the pseudonym by now: statement lines, events, attempts, callbacks. */
async function eraseRecords(
  pool: Pool,
  erasure: Erasure,
  number: ErasedNumber,
  signal: AbortSignal,
): Promise<{ readonly waitsFor: ErasureWait | null; readonly referencesKept: number }> {
  let waitsFor: ErasureWait | null = null;
  let referencesKept = 0;
  for (let after: RenamedPurchase | null = null; ; ) {
    signal.throwIfAborted();
    const page: readonly RenamedPurchase[] = await listPurchasesOf(
      pool,
      erasure.accountId,
      erasure.pseudonym,
      after,
      PAGE,
    );
    const ids = page.map(({ id }) => id);
    referencesKept += page.filter(({ reference }) => number.replace(reference) !== reference).length;
    await rewriteEvents(pool, erasure, ids, (body) => eraseBody(body, number));
    if ((await forgetAnswers(pool, erasure, ids)) > 0) waitsFor ??= 'webhook';
    await forgetCallbacks(pool, ids);
    await eraseRequests(pool, erasure, ids, signal);
    after = page.at(-1) ?? null;
    if (page.length < PAGE) break;
  }
  if (!(await eraseLines(pool, erasure, number.phoneNumber))) waitsFor = 'closing';
  return { waitsFor, referencesKept };
}

/** Requests that mention the number, or a purchase whose metadata was in the answer. */
async function eraseRequests(
  pool: Pool,
  { accountId }: Erasure,
  mentions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  while ((await forgetRequests(pool, accountId, mentions, PAGE)) === PAGE) signal.throwIfAborted();
}

/** The body of an event without the number and without metadata; the same text where nothing is to be replaced. */
function eraseBody(body: string, { replace }: ErasedNumber): string {
  const event: unknown = JSON.parse(body);
  const erased = eraseResource(event, replace);
  return erased === event ? body : JSON.stringify(erased);
}
