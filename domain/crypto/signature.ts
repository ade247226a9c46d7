import { createHmac } from 'node:crypto';

/**
 * The contract's `Svc-Signature`: `v1=` and the lower-case hex HMAC-SHA256 of `{timestamp}.{raw body}`, one value per
 * secret, separated by commas.
 * @param timestamp Unix time in seconds.
 */
export function signWebhook(body: string, timestamp: number, secrets: readonly string[]): string {
  return secrets
    .map((secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`)
    .join(',');
}
