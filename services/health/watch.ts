import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Adapters } from '../../adapters/registry.ts';
import { forgetOldHistory, rollUpCalls } from '../../db/networks/call-history.ts';
import { forgetOldCalls } from '../../db/networks/gateway-calls.ts';
import { type HealthChange, judgeNetworks } from '../../db/networks/health.ts';
import {
  claimRouteWallet,
  forgetOldRouteCalls,
  type RouteKey,
  storeRouteWallet,
} from '../../db/networks/route-health.ts';
import { claimWalletReading, storeWallet } from '../../db/networks/wallets.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import { isDecimal } from '../../domain/money/decimal.ts';
import { isProbeDue } from '../../domain/network/health-phase.ts';
import { MAIN_ROUTE } from '../../domain/network/route.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import { startLoop } from '../loop.ts';
import type { CallRecorder } from './recorder.ts';

export interface WatchDeps {
  readonly pool: Pool;
  /** Measured: a probe is a call like any other. */
  readonly adapterFor: Adapters['adapterFor'];
  readonly walletMinimumFor: Adapters['walletMinimumFor'];
  readonly routes: Adapters['routes'];
  /** Networks that have a gateway. */
  readonly networkIds: readonly string[];
  readonly recorder: CallRecorder;
  readonly log: Logger;
}

const JUDGE_MS = 2_000;
const WALLET_MS = 60_000;
const FORGET_MS = 300_000;

/**
 * Watches the networks: writes what this process measured, judges networks unless another process is doing so, probes gateways
 * that are paused, and reads our wallets. Every worker process runs one.
 */
export function startHealthWatch(deps: WatchDeps): { stop(): Promise<void> } {
  const { pool, log } = deps;
  const stopping = new AbortController();
  const repeat = (name: string, everyMs: number, act: () => Promise<void>) =>
    startLoop({
      name,
      everyMs,
      log,
      async pass() {
        await act();
        return 'done';
      },
    });
  const loops = [
    repeat('health of networks', JUDGE_MS, async () => {
      await deps.recorder.flush();
      await judgeAndProbe(deps, stopping.signal);
    }),
    repeat('wallets at gateways', JUDGE_MS, () => readWallets(deps, stopping.signal)),
    repeat('old measurements', FORGET_MS, () => keepHistory(pool)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Adds measurements to the history of networks before they are deleted, and deletes what is old. */
export async function keepHistory(pool: Pool): Promise<void> {
  await rollUpCalls(pool);
  await forgetOldCalls(pool);
  await forgetOldRouteCalls(pool);
  await forgetOldHistory(pool);
}

/** One judgement of all networks, and a harmless probe of those that are due for one. */
export async function judgeAndProbe(deps: WatchDeps, signal: AbortSignal): Promise<void> {
  const round = await judgeNetworks(deps.pool, (networkId) => deps.routes.of(networkId, true));
  if (round === null) return;

  for (const change of round.changes) logChange(deps.log, change);
  const due = round.judged.filter(({ state }) => isProbeDue(state, round.now));
  await Promise.all(due.map(({ networkId, route }) => probe(deps, networkId, route, round.now, signal)));
}

/** Inquires about an order that was never placed: a gateway that answers is up, and an inquiry buys nothing. */
async function probe(
  { adapterFor }: WatchDeps,
  networkId: string,
  route: string,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const inquiry = adapterFor(networkId, true, route)?.inquiry ?? null;
  if (inquiry === null) return;
  const gatewayReference = toGatewayReference(newId('pur'));
  await inquiry.inquire({ gatewayReference, gatewayId: null, firstSentAt: now, sentAt: now }, { signal });
}

/** Reads our wallet at every gateway that shows it, once a minute in all processes together. */
async function readWallets(deps: WatchDeps, signal: AbortSignal): Promise<void> {
  for (const networkId of deps.networkIds) {
    const routes = deps.routes.of(networkId, true);
    const hasSeveral = routes.length > 1;
    for (const route of routes) await readWallet(deps, { networkId, route, hasSeveral }, signal);
  }
}

async function readWallet(
  { pool, adapterFor, walletMinimumFor }: WatchDeps,
  { hasSeveral, ...key }: RouteKey & { readonly hasSeveral: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { networkId, route } = key;
  const wallet = adapterFor(networkId, true, route)?.wallet ?? null;
  if (wallet === null) return;
  const isMine = hasSeveral
    ? await claimRouteWallet(pool, key, WALLET_MS)
    : await claimWalletReading(pool, networkId, WALLET_MS);
  if (!isMine) return;

  const read = await wallet.read({ signal });
  const [first] = read.kind === 'wallets' ? read.wallets : [];
  if (first === undefined || !isDecimal(first.available)) return;
  const minimum = walletMinimumFor(networkId, route);
  if (hasSeveral) await storeRouteWallet(pool, key, { ...first, minimum });
  if (route === MAIN_ROUTE) await storeWallet(pool, networkId, { ...first, minimum });
}

/** A change for the worse is logged as a warning, with the cause for operators. */
function logChange(log: Logger, { networkId, before, judgement }: HealthChange): void {
  const { cause, message, status } = judgement;
  const words = { network_id: networkId, before, status, cause, status_message: message };
  if (status === 'operational') log.info(words, 'network is operational');
  else log.warn(words, `network is ${status}`);
}
