import { readFileSync } from 'node:fs';
import { type Client, createClient } from '../src/index.ts';
import { wrongUsage } from './failure.ts';
import type { Given, Options } from './spec.ts';

/** The options that every command with access to the API has. */
export const ACCESS_OPTIONS: Options = {
  'base-url': { kind: 'value', value: 'URL', help: 'address of the API; default: BUNDLEWIRE_BASE_URL' },
  'key-file': {
    kind: 'value',
    value: 'FILE',
    help: 'file with your API key; default: the key in BUNDLEWIRE_API_KEY',
  },
  'allow-http': {
    kind: 'flag',
    help: 'allow http to other machines, in a private network; your key is then not encrypted',
  },
};

const TEST_PREFIX = 'bw_test_';
/** A person waits for the command, and can run it again: about 3 s in all if no connection can be made. */
const RETRIES = { attempts: 5 };

/** The API and how to reach it. @throws CommandError without address or key. */
export function openApi(environment: NodeJS.ProcessEnv, given: Given): Client {
  return createClient({ ...readAccess(environment, given), retries: RETRIES, userAgentSuffix: 'command' });
}

/** The same for a test-mode account, without retries. @throws CommandError with the key of a live account. */
export function openTestApi(environment: NodeJS.ProcessEnv, given: Given): Client {
  const access = readAccess(environment, given);
  if (!access.apiKey.startsWith(TEST_PREFIX)) {
    throw wrongUsage(
      `The key belongs to a live account, and this command is for test mode. Use a key that starts with ${TEST_PREFIX}.`,
    );
  }
  return createClient({ ...access, retries: { attempts: 1 }, userAgentSuffix: 'command' });
}

function readAccess(environment: NodeJS.ProcessEnv, given: Given) {
  const baseUrl = given.value('base-url') ?? environment.BUNDLEWIRE_BASE_URL ?? '';
  if (baseUrl === '')
    throw wrongUsage('The address of the API is missing. Set BUNDLEWIRE_BASE_URL, or add --base-url.');
  const file = given.value('key-file');
  const apiKey = file === undefined ? (environment.BUNDLEWIRE_API_KEY ?? '') : readKeyFile(file);
  if (apiKey === '')
    throw wrongUsage('The API key is missing. Set BUNDLEWIRE_API_KEY, or add --key-file FILE.');
  return { baseUrl, apiKey, allowHttp: given.flag('allow-http') };
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw wrongUsage(`--key-file ${path} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}
