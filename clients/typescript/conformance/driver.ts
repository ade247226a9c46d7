/** Answers the calls of the conformance suite, line by line: see clients/conformance.md. */

import { createInterface } from 'node:readline';
import { type Client, createClient, UsageError } from '../src/index.ts';
import { CALLS, type Driver } from './calls.ts';
import { renderError } from './errors.ts';

const { env } = process;
const number = (name: string): number => Number(env[name]);

function connect(): Client {
  return createClient({
    baseUrl: env.BUNDLEWIRE_BASE_URL ?? '',
    apiKey: env.BUNDLEWIRE_API_KEY ?? '',
    ...(env.BUNDLEWIRE_SANDBOX === undefined ? {} : { sandbox: env.BUNDLEWIRE_SANDBOX }),
    timeoutMs: number('BUNDLEWIRE_TIMEOUT_MS'),
    retries: {
      attempts: number('BUNDLEWIRE_RETRY_ATTEMPTS'),
      withinMs: number('BUNDLEWIRE_RETRY_WITHIN_MS'),
    },
    logger: (entry) => console.error(JSON.stringify(entry)),
  });
}

const everyMs = number('BUNDLEWIRE_POLL_MS');
let client: Client | null = null;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, call, args } = JSON.parse(line);
  try {
    client ??= connect();
    const driver: Driver = { client, everyMs };
    const answer = CALLS[call];
    if (answer === undefined) throw new UsageError(`There is no call ${call}.`);
    console.log(JSON.stringify({ id, ok: (await answer(driver, args ?? {})) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ id, error: renderError(error) }));
  }
}
