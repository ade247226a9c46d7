import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { idFromUuid } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { urlAs } from '../../stack/servers/roles.ts';
import type { OperatorAction, Traffic } from '../plan/traffic.ts';
import type { Observed } from './observed.ts';
import type { ChaosStack } from './stack.ts';

const COMMAND = join(import.meta.dirname, '..', '..', '..', 'cli', 'bundlewire.mjs');
const TIMEOUT_MS = 60_000;
const WHO = ['--operator', 'chaos', '--reason', 'chaos run'] as const;

const run = promisify(execFile);

/** Operators with the command line, `bundlewire`. */
export interface ChaosOperator {
  act(action: OperatorAction): Promise<void>;
  /** Runs one command. @returns whether it ended well */
  command(...args: readonly string[]): Promise<boolean>;
}

/** An operator of the stack, who writes down what was done in `seen`. */
export function createChaosOperator(stack: ChaosStack, traffic: Traffic, seen: Observed): ChaosOperator {
  const env = {
    ...process.env,
    DATABASE_URL: urlAs('operator', stack.databaseUrl),
    TEMPORAL_ADDRESS: stack.temporalAddress,
    GATEWAYS_FILE: stack.stack.gatewaysFile,
  };
  const command = async (...args: readonly string[]) => {
    const error = await run(process.execPath, [COMMAND, ...args], { env, timeout: TIMEOUT_MS }).then(
      () => null,
      (failure: { readonly stderr?: string; readonly message: string }) => failure.stderr || failure.message,
    );
    const worked = error === null;
    seen.hands.push({ what: args.slice(0, 2).join(' '), worked, error });
    return worked;
  };
  return {
    command,
    // PostgreSQL may be down while the operator looks, as for everyone.
    act: (action) => act(stack, traffic, command, action).catch(() => undefined),
  };
}

async function act(
  stack: ChaosStack,
  traffic: Traffic,
  command: ChaosOperator['command'],
  action: OperatorAction,
): Promise<void> {
  switch (action.kind) {
    case 'fund':
      await command('account', 'fund', stack.accountId, `${action.naira}.00`, '--yes', ...WHO);
      return;
    case 'close_network':
      await command(
        ...['network', 'override', action.network, 'unavailable', '--message', 'closed', '--yes', ...WHO],
      );
      return;
    case 'open_network':
      await command('network', 'clear', action.network, ...WHO);
      return;
    case 'resend': {
      const id = await pickRow(stack, 'SELECT id FROM events ORDER BY id', action.share);
      if (id !== null) await command('webhook', 'resend', idFromUuid('evt', id), ...WHO);
      return;
    }
    case 'requery': {
      const id = await pickRow(stack, PENDING, action.share);
      if (id !== null) await command('purchase', 'requery', idFromUuid('pur', id), ...WHO);
      return;
    }
    default:
      await resolve(stack, traffic, command, action.share);
  }
}

const PENDING = "SELECT id FROM purchases WHERE status = 'pending' ORDER BY created_at, id";

/** Settles a pending purchase as the network says, which is what its simulator's book says. Otherwise leaves it alone. */
async function resolve(
  stack: ChaosStack,
  traffic: Traffic,
  command: ChaosOperator['command'],
  share: number,
): Promise<void> {
  const uuid = await pickRow(stack, PENDING, share);
  if (uuid === null) return;
  const id = idFromUuid('pur', uuid);
  const entries = (await stack.readBooks()).flatMap(({ deliveries }) => deliveries);
  const entry = entries.find(({ gatewayReference }) => gatewayReference === toGatewayReference(id));
  const { rows } = await stack.pool.query<{ reference: string }>({
    text: 'SELECT reference FROM purchases WHERE id = $1',
    values: [uuid],
  });
  const orders = [...traffic.orders, ...traffic.campaigns.flat()];
  const order = orders.find(({ reference }) => reference === rows[0]?.reference);
  const isDelivered = entry !== undefined && entry.deliveries > 0 && !entry.reversed;
  if (!isDelivered && order?.neverDelivered !== true) return;
  const outcome = isDelivered ? 'delivered' : 'not-delivered';
  await command(
    ...[
      'purchase',
      'resolve',
      id,
      '--outcome',
      outcome,
      '--evidence',
      'the book of the network',
      '--yes',
      ...WHO,
    ],
  );
}

/** The row that a share of the rows falls on: 0 is the first. */
async function pickRow({ pool }: ChaosStack, sql: string, share: number): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(sql);
  return rows[Math.floor(share * rows.length)]?.id ?? null;
}
