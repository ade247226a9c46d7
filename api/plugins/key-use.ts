import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { recordKeyUse } from '../../db/accounts/api-keys.ts';
import type { KeyId } from '../../domain/ids.ts';

const RECORDED_EVERY_MS = 60_000;

/**
 * Remembers when each key was used, and writes it once a minute and when the app closes. A process that is killed loses the
 * last minute.
 * @returns what to call with the key of each request.
 */
export function recordUses(
  app: FastifyInstance,
  pool: Pool,
  everyMs = RECORDED_EVERY_MS,
): (keyId: KeyId) => void {
  let usedAt = new Map<KeyId, number>();
  const write = async () => {
    if (usedAt.size === 0) return;
    const [taken, now] = [usedAt, performance.now()];
    usedAt = new Map();
    try {
      await recordKeyUse(pool, new Map([...taken].map(([id, at]) => [id, now - at])));
    } catch (err) {
      app.log.warn({ err }, 'the use of API keys could not be recorded');
    }
  };
  const timer = setInterval(() => void write(), everyMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await write();
  });
  return (keyId) => void usedAt.set(keyId, performance.now());
}
