import { expect } from 'vitest';
import { NIGERIA } from '../../../services/catalogue/demo/nigeria.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { run } from '../cli/terminal.ts';
import { eventually } from '../faults/ends-well.ts';
import type { FaultStack } from '../faults/fault-stack.ts';

const SETTLED_MS = 180_000;

/**
 * What docs/operating/backups.md says to do on restored data before any process starts: reconcile with the lists of the
 * networks, then fail what is still pending. Returns the orders in the lists that are on record nowhere.
 */
export async function settleAsDocumented(stack: FaultStack): Promise<string[]> {
  const notOurs: string[] = [];
  for (const { id } of NIGERIA) {
    for (const day of daysSinceYesterday()) {
      const { findings } = await reconcile(stack, id, day);
      notOurs.push(...findings.filter(({ kind }) => kind === 'not_ours').map(({ subject }) => subject));
    }
  }
  // A send that was in progress is waited for, until the gateway can no longer answer.
  await eventually('no purchase is pending', SETTLED_MS, async () => {
    const filter = ['--all', '--older-than', '0', '--limit', '1000', '--outcome', 'not-delivered'];
    const evidence = ['--evidence', 'restore of the drill', '--yes', '--reason', 'restore'];
    const { out } = await bundlewire(stack, ['purchase', 'resolve', ...filter, ...evidence]);
    return out.includes('No purchase matches.');
  });
  return notOurs;
}

interface Reconciled {
  readonly findings: readonly { readonly kind: string; readonly subject: string }[];
}

async function reconcile(stack: FaultStack, network: string, day: string): Promise<Reconciled> {
  const args = ['gateway', 'reconcile', network, day, '--reason', 'restore', '--json'];
  const { out, err, exitCode } = await bundlewire(stack, args);
  expect([0, 1], err).toContain(exitCode);
  return JSON.parse(out) as Reconciled;
}

function bundlewire(stack: FaultStack, args: readonly string[]) {
  const environment = {
    DATABASE_URL: urlAs('operator', stack.databaseUrl),
    GATEWAYS_FILE: stack.stack.gatewaysFile,
    BUNDLEWIRE_OPERATOR: 'ada',
  };
  return run(args, { environment });
}

/** UTC days: yesterday and today. */
function daysSinceYesterday(): string[] {
  return [86_400_000, 0].map((before) => new Date(Date.now() - before).toISOString().slice(0, 10));
}
