import { createHash, randomBytes } from 'node:crypto';
import { createOTP } from '@better-auth/utils/otp';
import { constantTimeEqual, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Pool } from 'pg';
import type { RequestActor } from '../../db/audit/record.ts';
import { mailPerson } from '../../db/people/mails/write.ts';
import {
  beginFactor,
  confirmFactor,
  type Passing,
  passWithRecoveryCode,
  passWithStep,
  readFactor,
  removeFactor,
} from '../../db/people/second-factors.ts';
import { countAttempt, forgiveAttempts } from '../../db/people/sign-in-attempts.ts';
import type { SignedIn } from './signed-in.ts';

const PERIOD_SECONDS = 30;
/** A phone's clock may be one period off. */
const PERIODS_OFF = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_CODE_BYTES = 15;

/** How a code was judged. `wait` is in milliseconds, after too many wrong ones. */
export type Verdict =
  /** `repeated`: a code of the app that was used before. */
  { readonly kind: 'passed' | 'wrong' | 'repeated' } | { readonly kind: 'wait'; readonly ms: number };

/** The second factor of people: codes of an app on their phone. */
export interface SecondFactors {
  /** The address that an app reads as a QR code, with a new secret; null if a confirmed factor exists. */
  begin(person: SignedIn): Promise<string | null>;
  /** Confirms it with its first code. Returns the recovery codes, which are shown once. */
  confirm(
    person: SignedIn,
    code: string,
    actor: RequestActor,
  ): Promise<Verdict | { kind: 'confirmed'; recoveryCodes: string[] }>;
  /** Passes the session with a code of the app, or with a recovery code. Each code works once. */
  pass(person: SignedIn, code: string, actor: RequestActor): Promise<Verdict>;
  remove(person: SignedIn, actor: RequestActor): Promise<boolean>;
}

const PASSED: Verdict = { kind: 'passed' };
const WRONG: Verdict = { kind: 'wrong' };

export function createSecondFactors(pool: Pool, secret: string): SecondFactors {
  const findStep = async (sealed: string, code: string) => {
    const opened = await symmetricDecrypt({ key: secret, data: sealed });
    return matchingStep(Buffer.from(opened, 'base64'), code);
  };

  /** Counts the code as wrong before it is checked. By person, because sending a code takes the first factor. */
  const limited = async <T extends { readonly kind: string }>(
    { personId }: SignedIn,
    check: () => Promise<T>,
  ): Promise<T | Verdict> => {
    const emailHash = createHash('sha256').update(personId).digest();
    const attempt = { source: 'second-factor', emailHash };
    const ms = await countAttempt(pool, attempt);
    if (ms > 0) return { kind: 'wait', ms };
    const verdict = await check();
    if (verdict.kind !== 'wrong' && verdict.kind !== 'repeated') await forgiveAttempts(pool, attempt);
    return verdict;
  };

  return {
    async begin({ personId, email }) {
      const bytes = randomBytes(SECRET_BYTES);
      const sealed = await symmetricEncrypt({ key: secret, data: bytes.toString('base64') });
      if (!(await beginFactor(pool, personId, sealed))) return null;
      return createOTP(bytes, { period: PERIOD_SECONDS }).url('Bundlewire', email);
    },

    confirm: (person, code, actor) =>
      limited(person, async () => {
        const factor = await readFactor(pool, person.personId);
        if (factor === null || factor.isConfirmed) return WRONG;
        const step = await findStep(factor.sealedSecret, code);
        if (step === null) return WRONG;
        const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
        const isNew = await confirmFactor(
          pool,
          { ...person, actor },
          step,
          recoveryCodes.map(hashRecoveryCode),
        );
        return isNew ? { kind: 'confirmed', recoveryCodes } : WRONG;
      }),

    pass: (person, code, actor) =>
      limited<Verdict>(person, async () => {
        const factor = await readFactor(pool, person.personId);
        if (factor === null || !factor.isConfirmed) return WRONG;
        const passing = { ...person, actor };
        if (/^\d{6}$/.test(code))
          return passWithCode(pool, passing, await findStep(factor.sealedSecret, code));
        return (await passWithRecoveryCode(pool, passing, hashRecoveryCode(code))) ? PASSED : WRONG;
      }),

    remove: ({ personId }, actor) => removeFactor(pool, personId, actor),
  };
}

/** A repeated code is mailed to its person: someone else may have seen it. */
async function passWithCode(pool: Pool, passing: Passing, step: number | null): Promise<Verdict> {
  if (step === null) return WRONG;
  if (await passWithStep(pool, passing, step)) return PASSED;
  const { address, userAgent } = passing.actor;
  const limit = { most: 1, withinHours: 1 };
  await mailPerson(pool, passing.personId, 'code_repeated', { address, userAgent }, limit);
  return { kind: 'repeated' };
}

/** The period whose code this is, in periods since 1970; null if it is of none near now. */
async function matchingStep(secret: Buffer, code: string): Promise<number | null> {
  const now = Math.floor(Date.now() / 1_000 / PERIOD_SECONDS);
  const otp = createOTP(secret, { period: PERIOD_SECONDS });
  let found: number | null = null;
  for (let step = now - PERIODS_OFF; step <= now + PERIODS_OFF; step += 1)
    if (constantTimeEqual(await otp.hotp(step), code)) found = step;
  return found;
}

/** 24 letters and digits in groups of four, 120 bits: too many to guess from a hash. */
function newRecoveryCode(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const bits = [...randomBytes(RECOVERY_CODE_BYTES)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const chars = (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)] ?? '');
  return (chars.join('').match(/.{4}/g) ?? []).join('-');
}

function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest();
}
