import { setTimeout as sleep } from 'node:timers/promises';
import { type EventId, readId, uuidOf } from '../../../domain/ids.ts';
import { renderReport } from '../../../services/invariants/print.ts';
import { temporalLookup } from '../../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import type { Observed } from '../run/observed.ts';
import type { ChaosOperator } from '../run/operators.ts';
import type { ChaosStack } from '../run/stack.ts';
import { judgeAnswers, judgeLooks } from './answers.ts';
import { judgeBalances } from './balances.ts';
import { readTransactions } from './changes.ts';
import { type Operation, toHistory } from './history.ts';
import { judgeHistory } from './linearizable.ts';
import { patiently } from './patiently.ts';
import { readEnding, readStored, type Stored } from './stored.ts';
import { judgeCampaigns, judgeWebhooks } from './webhooks.ts';

/** One question of the judge. */
export interface Verdict {
  readonly question: string;
  /** How many things were looked at. */
  readonly checked: number;
  /** One sentence per contradiction; empty if all is well. */
  readonly findings: readonly string[];
}

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly stored: Stored;
}

const FINAL_MS = 120_000;
/** Longer than the first retry of a webhook takes. */
const NATURAL_MS = 75_000;
const RESENT_MS = 30_000;
const RECHECK_MS = 5_000;
const POLL_MS = 250;

/** Waits until everything is final, then compares what clients saw, what is stored, and what the simulators did. */
export async function judge(stack: ChaosStack, operator: ChaosOperator, seen: Observed): Promise<Judgement> {
  const { pool, receiver, programs, accountId } = stack;
  const pending = await untilFinal(stack);
  const unsent = await untilReceived(stack, operator);
  const broken = await patiently(() => brokenInvariants(stack));
  const stored = await patiently(() => readStored(pool, accountId));
  const { purchases, changes, events, batches } = stored;
  const books = await patiently(stack.readBooks);
  const orders = books.flatMap(({ deliveries }) => deliveries);
  const twice = orders.filter(({ deliveries }) => deliveries > 1);
  const history = await patiently(() => readHistory(stack, seen));
  const verdicts: Verdict[] = [
    { question: 'Every purchase is final', checked: purchases.length, findings: pending },
    { question: 'All fifteen invariants hold', checked: 15, findings: broken },
    {
      question: 'No network delivered an order twice',
      checked: orders.length,
      findings: twice.map((one) => `${one.gatewayReference} was delivered ${one.deliveries} times`),
    },
    {
      question: 'Every answer to a purchase is true',
      checked: seen.answers.length,
      findings: judgeAnswers(seen.answers, purchases),
    },
    {
      question: 'Every look-up fits what came before and after',
      checked: seen.looks.length,
      findings: judgeLooks(seen.looks, seen.answers, purchases),
    },
    {
      question: 'Every balance that was read existed at that time',
      checked: seen.balances.length,
      findings: judgeBalances(seen.balances, changes),
    },
    {
      question: 'One order of all operations explains every answer',
      checked: history.length,
      findings: await judgeHistory(history, stack.stateDir),
    },
    {
      question: 'Every event was received, and no other',
      checked: events.length,
      findings: [...unsent, ...judgeWebhooks(receiver.events, events, receiver.forged())],
    },
    {
      question: 'A canceled campaign buys nothing more',
      checked: seen.campaigns.length,
      findings: judgeCampaigns(seen.campaigns, batches),
    },
    { question: 'No process ended by itself', checked: 6, findings: programs.endedByThemselves() },
  ];
  return { verdicts, stored };
}

/** What clients asked and the system did, up to now. */
async function readHistory({ pool, accountId }: ChaosStack, seen: Observed): Promise<Operation[]> {
  const ending = await readEnding(pool, accountId);
  return toHistory(accountId, seen, await readTransactions(pool, accountId), ending);
}

async function untilFinal({ pool }: ChaosStack): Promise<string[]> {
  const left = async () => {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT reference AS id FROM purchases WHERE status = 'pending' LIMIT 20",
    );
    return rows.map(({ id }) => id);
  };
  const deadline = performance.now() + FINAL_MS;
  for (;;) {
    const pending = await patiently(left);
    if (pending.length === 0) return [];
    if (performance.now() > deadline) return pending.map((id) => `${id} is still pending`);
    await sleep(POLL_MS);
  }
}

/**
 * Waits until every event was received. A failed second attempt waits for five minutes, so what is then still missing must
 * be waiting for its next attempt, and an operator sends it again.
 */
async function untilReceived(stack: ChaosStack, operator: ChaosOperator): Promise<string[]> {
  const missing = async () => {
    const { events } = await patiently(() => readStored(stack.pool, stack.accountId));
    return events.filter(({ id }) => !stack.receiver.events.has(id));
  };
  const none = async (ms: number) => {
    const deadline = performance.now() + ms;
    while ((await missing()).length > 0) {
      if (performance.now() > deadline) return false;
      await sleep(POLL_MS);
    }
    return true;
  };
  if (await none(NATURAL_MS)) return [];
  const ids = (await missing()).flatMap(({ id }) => readId('evt', id) ?? []);
  const findings = await patiently(() => givenUp(stack, ids));
  for (const id of ids) await operator.resend(id);
  await none(RESENT_MS);
  return findings;
}

/** Events that no further attempt would bring. */
async function givenUp({ pool }: ChaosStack, ids: readonly EventId[]): Promise<string[]> {
  const uuids = ids.map((id) => uuidOf('evt', id));
  const { rows } = await pool.query<{ id: string; delivery: string }>({
    text: `SELECT id, delivery FROM events WHERE id = ANY ($1::uuid[]) AND delivery <> 'pending'`,
    values: [uuids],
  });
  return rows.map(({ id, delivery }) => `event ${id} was not received, and its delivery is ${delivery}`);
}

async function brokenInvariants({ pool, temporalAddress, readBooks }: ChaosStack): Promise<string[]> {
  const temporal = temporalLookup(temporalAddress);
  try {
    const books = async () => [...(await readBooks())];
    const report = await verifyInvariants({ pool, temporal, books, recheckAfterMs: RECHECK_MS });
    const isSound = report.results.every(({ kind }) => kind === 'holds');
    return isSound ? [] : [`\n${renderReport(report)}`];
  } finally {
    await temporal.close();
  }
}
