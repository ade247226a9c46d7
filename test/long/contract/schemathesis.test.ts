import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { findSchemathesis } from '../../../tools/schemathesis.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'support', 'contract');
const CONFIGURATION = join(FOLDER, 'schemathesis.toml');
/** Provides values that no schema can describe; it changes neither the document nor the expected answers. */
const HOOKS = 'genuine_values';

let scenario: Scenario;
beforeAll(async () => {
  // All of its many wrong keys come from one address.
  const env = { FAILED_ATTEMPTS_PER_SECOND: '1000', FAILED_ATTEMPTS_BURST: '100000' };
  scenario = await startScenario({ env });
});
afterAll(() => scenario.close());

it('schemathesis finds no fault with all checks on', async () => {
  const python = await findSchemathesis((line) => console.log(line));
  const { databaseUrl, secretsKey, apiUrl } = scenario.stack;
  const { apiKey } = await openDemoAccounts({
    databaseUrl,
    secretsKey,
    webhookUrl: 'http://127.0.0.1:9/nobody',
    funding: 100_000_000,
    kept: null,
  });
  const { code, output } = await run(python, apiUrl, apiKey);
  console.log(output.slice(-3_000));
  expect(code, output).toBe(0);
});

function run(
  python: string,
  apiUrl: string,
  apiKey: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      python,
      [
        ...['-m', 'schemathesis.cli', '--config-file', CONFIGURATION],
        ...['run', `${apiUrl}/openapi.json`, '--url', apiUrl, '--no-color'],
      ],
      {
        env: {
          ...process.env,
          BUNDLEWIRE_URL: apiUrl,
          BUNDLEWIRE_API_KEY: apiKey,
          PYTHONPATH: FOLDER,
          PYTHONDONTWRITEBYTECODE: '1',
          SCHEMATHESIS_HOOKS: HOOKS,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-200_000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
