import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readSecretsKeys } from '../config/config.ts';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';
import type { Session } from './session.ts';

const StackSecrets = z.object({ key: z.string() });

/**
 * The keys that secrets are sealed with: SECRETS_KEY and SECRETS_KEYS_FORMER as the worker reads them, else the key of the
 * stack running in this folder.
 * @throws ConfigError with what to set.
 */
export function getSecretsKeys(session: Session): SecretsKeys {
  const { environment } = session.terminal;
  const given = (environment.SECRETS_KEY ?? '') !== '' || (environment.SECRETS_KEY_FILE ?? '') !== '';
  if (!given && session.target().demoAccountId !== null) return stackKeys() ?? readSecretsKeys(environment);
  return readSecretsKeys(environment);
}

function stackKeys(): SecretsKeys | null {
  try {
    const { key } = StackSecrets.parse(JSON.parse(readFileSync('.bundlewire/secrets.json', 'utf8')));
    return { current: Buffer.from(key, 'base64'), former: [] };
  } catch {
    return null;
  }
}
