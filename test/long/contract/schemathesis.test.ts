import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Document, operationsOf } from '../../../api/documentation/document.ts';
import { openDemoAccounts } from '../../../dev/demo-accounts.ts';
import { findSchemathesis } from '../../../dev/schemathesis.ts';
import { type Scenario, startScenario } from '../../scenarios/stack.ts';
import { temporaryStateDir } from '../../support/state-dir.ts';

const CONFIGURATION = join(import.meta.dirname, 'schemathesis.toml');

let scenario: Scenario;
beforeAll(async () => {
  // All of its many wrong keys come from one address.
  const env = { FAILED_ATTEMPTS_PER_SECOND: '1000', FAILED_ATTEMPTS_BURST: '100000' };
  scenario = await startScenario({ env });
});
afterAll(() => scenario.close());

it('schemathesis finds nothing, with every check on', async () => {
  const python = await findSchemathesis((line) => console.log(line));
  const { databaseUrl, secretsKey, apiUrl } = scenario.stack;
  const { apiKey } = await openDemoAccounts({
    databaseUrl,
    secretsKey,
    webhookUrl: 'http://127.0.0.1:9/nobody',
    funding: 100_000_000,
    kept: null,
  });
  const { code, output } = await run(python, await documentOf(apiUrl), apiUrl, apiKey);
  console.log(output.slice(-3_000));
  expect(code, output).toBe(0);
});

/**
 * The document that the server gives, without cursors: any text of some length is one by its schema, and yet one that we did
 * not make is refused, for which JSON Schema has no words. The tests of lists send made-up ones.
 */
async function documentOf(apiUrl: string): Promise<string> {
  const document: Document = JSON.parse(await (await fetch(`${apiUrl}/openapi.json`)).text());
  for (const { operation } of operationsOf(document)) {
    operation.parameters = (operation.parameters ?? []).filter(({ name }) => name !== 'cursor');
  }
  const path = join(temporaryStateDir(), 'openapi.json');
  writeFileSync(path, JSON.stringify(document));
  return path;
}

function run(
  python: string,
  document: string,
  apiUrl: string,
  apiKey: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      python,
      [
        ...['-m', 'schemathesis.cli', '--config-file', CONFIGURATION],
        ...['run', document, '--url', apiUrl, '--checks', 'all', '--no-color'],
      ],
      { env: { ...process.env, BUNDLEWIRE_API_KEY: apiKey }, stdio: ['ignore', 'pipe', 'pipe'] },
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
