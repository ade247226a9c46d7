import { renderReport } from '../../../services/invariants/print.ts';
import { temporalLookup } from '../../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import type { Observed } from '../run/observed.ts';
import type { ChaosOperator } from '../run/operators.ts';
import type { ChaosStack } from '../run/stack.ts';
import { judgeAccounts } from './accounts.ts';
import { judgeAnswers, judgeFailures, judgeLooks } from './answers.ts';
import { judgeHistory } from './linearizable.ts';
import { patiently } from './patiently.ts';
import { readStored, type Stored } from './stored.ts';
import { untilFinal, untilReceived } from './waiting.ts';
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

const RECHECK_MS = 5_000;

/**
 * Waits until everything is final, then compares what clients saw, what is stored, and what the simulators did.
 * @param jumpsMs by how much the faults moved PostgreSQL's clock
 */
export async function judge(
  stack: ChaosStack,
  operator: ChaosOperator,
  seen: Observed,
  jumpsMs: readonly number[],
): Promise<Judgement> {
  const { pool, receiver, programs, accounts } = stack;
  const pending = await untilFinal(stack);
  const unsent = await untilReceived(stack, operator);
  const broken = await patiently(() => brokenInvariants(stack));
  const ids = accounts.map(({ id }) => id);
  const before = [...receiver.events.values()];
  const stored = await patiently(() => readStored(pool, ids));
  const { purchases, events, batches } = stored;
  const books = await patiently(stack.readBooks);
  const orders = books.flatMap(({ deliveries }) => deliveries);
  const twice = orders.filter(({ deliveries }) => deliveries > 1);
  const each = await judgeAccounts(stack, seen, jumpsMs.length === 0);
  const backMs = Math.max(0, ...jumpsMs.map((ms) => -ms));
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
      question: 'Every failure of the API is explained',
      checked: seen.answers.length,
      findings: judgeFailures(seen.answers),
    },
    {
      question: 'Every look-up fits what came before and after',
      checked: seen.looks.length,
      findings: judgeLooks(seen.looks, { answers: seen.answers, stored: purchases, backMs }),
    },
    {
      question: 'Every balance that was read existed at that time',
      checked: seen.balances.length,
      findings: each.balances,
    },
    {
      question: 'One order of all operations explains every answer',
      checked: each.history.length,
      findings: await judgeHistory(each.history, stack.stateDir),
    },
    {
      question: 'Every event was received, and no other',
      checked: events.length,
      findings: [
        ...unsent,
        ...judgeWebhooks({ webhooks: receiver.events, before, forged: receiver.forged() }, events),
      ],
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
