import { expect, it } from 'vitest';
import { createParts } from '../../cli/parts.ts';
import type { Terminal } from '../../cli/terminal.ts';

const terminal = (environment: NodeJS.ProcessEnv): Terminal => ({
  environment,
  userName: () => null,
  out: () => undefined,
  err: () => undefined,
  isInteractive: false,
  ask: async () => '',
});
const NOWHERE = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };

it('opens a part when it is first used, and closes what was opened', async () => {
  const parts = createParts(terminal(NOWHERE));
  const pool = parts.pool();
  expect(parts.pool()).toBe(pool);
  parts.ledger();
  await parts.close();
  expect(pool.ended).toBe(true);
});

it('names the setting that a part lacks', async () => {
  const parts = createParts(terminal(NOWHERE));
  expect(() => parts.gateways()).toThrow('GATEWAYS_FILE');
  expect(() => parts.secretsKeys()).toThrow('SECRETS_KEY');
  await expect(parts.temporal()).rejects.toThrow('TEMPORAL_ADDRESS');
  await parts.close();
});
