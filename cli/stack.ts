import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SecretsKeys } from '../domain/crypto/sealed-secret.ts';

const FOLDER = '.bundlewire';

/** The part of `.bundlewire/stack.json` that the command line tool reads. */
const Stack = z.object({
  account_id: z.string(),
  operator_database_url: z.string(),
  base_url: z.string(),
  temporal_address: z.string(),
  temporal_ui_url: z.string().nullable(),
});
const Secrets = z.object({ key: z.string() });

/** Where the stack keeps the credentials of its gateways. */
export const STACK_GATEWAYS = `${FOLDER}/gateways.json`;

/** The stack that `npm start` runs in this folder; null when there is none. */
export function readStack(): z.output<typeof Stack> | null {
  return readJson('stack.json', Stack);
}

/** The key with which that stack seals secrets; null when there is none. */
export function readStackSecretsKeys(): SecretsKeys | null {
  const secrets = readJson('secrets.json', Secrets);
  return secrets === null ? null : { current: Buffer.from(secrets.key, 'base64'), former: [] };
}

function readJson<T extends z.ZodType>(name: string, schema: T): z.output<T> | null {
  try {
    return schema.parse(JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')));
  } catch {
    return null;
  }
}
