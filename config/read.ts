import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Settings that may be passed as a file named by `<setting>_FILE`, as containers get their secrets. */
export const SECRETS = [
  'DATABASE_URL',
  'SECRETS_KEY',
  'SECRETS_KEYS_FORMER',
  'AUTH_SECRET',
  'PORTING_KEY',
  'SMTP_URL',
] as const;

/** A setting is missing or wrong. The message names it. */
export class ConfigError extends Error {}

/** Reads the settings of a schema, secrets also from the files that `<setting>_FILE` names. @throws ConfigError */
export function read<T extends z.ZodType>(schema: T, environment: NodeJS.ProcessEnv): z.output<T> {
  const result = schema.safeParse({ ...environment, ...secretsFromFiles(environment) });
  if (result.success) return result.data;

  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new ConfigError(`Settings in the environment are missing or wrong. ${faults.join('; ')}`);
}

function secretsFromFiles(environment: NodeJS.ProcessEnv): Record<string, string> {
  const found = SECRETS.flatMap((name) => {
    const file = environment[`${name}_FILE`];
    return file === undefined ? [] : [[name, readSecret(`${name}_FILE`, file)] as const];
  });
  return Object.fromEntries(found);
}

function readSecret(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new ConfigError(`${setting} names ${file}, but this file cannot be read.`);
  }
}
