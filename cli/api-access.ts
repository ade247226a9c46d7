import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Client, createClient } from '../client/index.ts';
import { readCliConfig } from '../config/config.ts';
import { wrongUsage } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** The part of `.bundlewire/stack.json` that a client needs. */
const StackFile = z.object({ base_url: z.string(), api_key: z.string() });

/** An upload of a large file on a slow line takes its time; every other call is quick. */
const UPLOAD_WITHIN_MS = 30 * 60_000;

/** The API as a client of it: one for uploads and downloads, which may take long, one for all else. */
export interface ApiAccess {
  readonly api: Client;
  readonly files: Client;
}

/**
 * BASE_URL and BUNDLEWIRE_API_KEY, else the live demo account of the stack running in this folder. No database is needed.
 * @throws CliError with what to do when there is neither.
 */
export function apiAccess({ environment }: Terminal): ApiAccess {
  const { BASE_URL: baseUrl, BUNDLEWIRE_API_KEY: apiKey } = readCliConfig(environment);
  const access =
    baseUrl !== undefined && apiKey !== undefined ? { baseUrl, apiKey } : ofStack(baseUrl, apiKey);
  return { api: createClient(access), files: createClient({ ...access, timeoutMs: UPLOAD_WITHIN_MS }) };
}

function ofStack(baseUrl: string | undefined, apiKey: string | undefined) {
  try {
    const stack = StackFile.parse(JSON.parse(readFileSync('.bundlewire/stack.json', 'utf8')));
    return { baseUrl: baseUrl ?? stack.base_url, apiKey: apiKey ?? stack.api_key };
  } catch {
    throw wrongUsage(
      'Set BASE_URL and BUNDLEWIRE_API_KEY (the key of the account), or run this where npm start is running.',
    );
  }
}
