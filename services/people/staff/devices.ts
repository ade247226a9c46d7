import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import type { RequestActor } from '../../../db/audit/record.ts';
import {
  beginDeviceSignIn,
  type DeviceAnswer,
  decideDevice,
  findWaitingDevice,
  takeDevice,
  type WaitingDevice,
} from '../../../db/people/device-sign-ins.ts';
import type { PersonId } from '../../../domain/ids.ts';
import { COMMAND_LINE_IDLE_SECONDS } from './command-line.ts';
import { hashCommandLineToken, newCommandLineToken } from './token.ts';

/** Without vowels, so that no words appear, and without characters that look alike (RFC 8628, section 6.1). */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_CHARS = 8;
const DEVICE_CODE_BYTES = 32;

/** The codes of a sign-in that begins: one that the command line keeps, and one that a person types. */
export interface DeviceCodes {
  readonly deviceCode: string;
  /** Two groups of four letters. */
  readonly userCode: string;
}

export type DeviceToken =
  | Exclude<DeviceAnswer, { kind: 'begun' }>
  | { readonly kind: 'begun'; readonly token: string };

/** Sign-ins of the command line, which a staff member confirms in a browser. */
export interface Devices {
  /** Null if too many of this address wait. */
  begin(from: { readonly source: string; readonly userAgent: string }): Promise<DeviceCodes | null>;
  /** Null if no sign-in waits for this code. @param userCode as a person typed it. */
  find(userCode: string): Promise<WaitingDevice | null>;
  decide(
    userCode: string,
    decision: 'confirmed' | 'denied',
    personId: PersonId,
    actor: RequestActor,
  ): Promise<boolean>;
  /** The token of the session, once. */
  take(deviceCode: string): Promise<DeviceToken>;
}

export function createDevices(pool: Pool): Devices {
  return {
    async begin({ source, userAgent }) {
      const deviceCode = randomBytes(DEVICE_CODE_BYTES).toString('base64url');
      const userCode = newUserCode();
      const hashes = { deviceHash: hash(deviceCode), userHash: hashUserCode(userCode) };
      return (await beginDeviceSignIn(pool, { ...hashes, source, userAgent }))
        ? { deviceCode, userCode }
        : null;
    },
    find: (userCode) => findWaitingDevice(pool, hashUserCode(userCode)),
    decide: (userCode, decision, personId, actor) =>
      decideDevice(pool, hashUserCode(userCode), decision, personId, actor),
    async take(deviceCode) {
      const token = newCommandLineToken();
      const stored = hashCommandLineToken(token);
      const answer = await takeDevice(pool, hash(deviceCode), stored, COMMAND_LINE_IDLE_SECONDS);
      return answer.kind === 'begun' ? { kind: 'begun', token } : answer;
    },
  };
}

function newUserCode(): string {
  const letters = Array.from(
    { length: USER_CODE_CHARS },
    () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)],
  ).join('');
  return `${letters.slice(0, USER_CODE_CHARS / 2)}-${letters.slice(USER_CODE_CHARS / 2)}`;
}

/** People may type small letters, and leave the hyphen out. */
function hashUserCode(typed: string): Buffer {
  return hash(typed.toUpperCase().replace(/[^A-Z]/g, ''));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
