import { createHmac } from 'node:crypto';

/**
 * The hash under which a blocked number is stored: HMAC-SHA256, 32 bytes.
 * @param key the account's key in base64, so that equal numbers of two accounts have different hashes.
 */
export function hashNumber(phoneNumber: string, key: string): Buffer {
  return createHmac('sha256', key).update(phoneNumber).digest();
}
