import { addsUp, netMovement, OUTCOMES, type Outcome, type Statement } from '../../domain/money/statement.ts';
import { renderReport } from '../../services/invariants/print.ts';
import type { DemoResults, NetworkOutcome } from './results.ts';

const OUTCOME_NAMES: Readonly<Record<Outcome, string>> = {
  purchases_successful: 'Purchases charged',
  purchases_failed: 'Purchases failed',
  reversals: 'Reversals refunded',
  funding: 'Funding',
  adjustments: 'Adjustments',
};

/** The demo's last page: outcomes, delivery times, webhooks, statement and invariants. */
export function renderSummary(results: DemoResults, seconds: number): string {
  const failures = failuresOf(results);
  return [
    `\nOutcomes by network, ${seconds.toFixed(1)} s after the upload\n`,
    ...networkTable(results.networks),
    '',
    `  Failures by code: ${results.failureCodes.map(({ code, count }) => `${code} ${count}`).join(', ')}`,
    `  Webhooks: ${results.webhooks.events} events, ${results.webhooks.received} received with a valid signature, ${results.webhooks.forged} with an invalid one`,
    ...results.statements.flatMap(statementTable),
    '\nInvariants\n',
    renderReport(results.report),
    failures.length === 0
      ? 'Everything adds up.'
      : failures.map((failure) => `Check failed: ${failure}.`).join('\n'),
    '',
  ].join('\n');
}

/** The checks that failed; the demo passes only when this is empty. */
export function failuresOf({ networks, statements, balance, held, webhooks, report }: DemoResults): string[] {
  const failures: string[] = [];
  const bought = networks.reduce((sum, network) => sum + total(network), 0);
  const last = statements.at(-1);
  const end = last?.status === 'open' ? last.runningBalance : last?.closingBalance;

  if (bought === 0) failures.push('nothing was bought');
  if (networks.some(({ pending }) => pending > 0)) failures.push('purchases are still pending');
  if (held !== 0) failures.push('money is still held');
  if (webhooks.received !== webhooks.events)
    failures.push(`${webhooks.events - webhooks.received} events were not received`);
  if (webhooks.forged > 0) failures.push(`${webhooks.forged} webhooks had a wrong signature`);
  if (!statements.every(addsUp)) failures.push('a statement does not add up');
  if (end !== balance) failures.push('the statement does not end at the balance');
  for (const { kind, number, title } of report.results) {
    if (kind !== 'holds')
      failures.push(`invariant ${number} ${kind === 'broken' ? 'is broken' : 'was not checked'} (${title})`);
  }
  return failures;
}

function total({ successful, reversed, failed, pending }: NetworkOutcome): number {
  return successful + reversed + failed + pending;
}

function networkTable(networks: readonly NetworkOutcome[]): string[] {
  const seconds = (value: number | null) => (value === null ? '–' : `${value.toFixed(1)} s`);
  const rows = networks.map((network) => [
    network.name,
    String(total(network)),
    String(network.successful),
    String(network.failed),
    String(network.reversed),
    seconds(network.medianSeconds),
    seconds(network.p95Seconds),
  ]);
  return table(['Network', 'Bought', 'Successful', 'Failed', 'Reversed', 'Median', 'p95'], rows);
}

function statementTable(statement: Statement): string[] {
  const { day, status, openingBalance, totals } = statement;
  const end = statement.status === 'closed' ? statement.closingBalance : statement.runningBalance;
  const rows = OUTCOMES.filter((outcome) => totals[outcome].count > 0).map((outcome) => [
    OUTCOME_NAMES[outcome],
    String(totals[outcome].count),
    naira(totals[outcome].amount),
  ]);
  return [
    `\nStatement for ${day} (${status})\n`,
    ...table(
      ['', 'Count', 'Amount'],
      [['Opening balance', '', naira(openingBalance)], ...rows, [END[status], '', naira(end)]],
    ),
    '',
    `  ${naira(openingBalance)} + ${naira(netMovement(totals))} ${addsUp(statement) ? '=' : '≠'} ${naira(end)}`,
  ];
}

const END = { open: 'Balance now', closed: 'Closing balance' } as const;

/** Formats kobo as naira. */
export function naira(kobo: number): string {
  const amount = (Math.abs(kobo) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  return `${kobo < 0 ? '−' : ''}₦${amount}`;
}

/** Aligns the first column left and the others right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`;
  return [line(head), `  ${widths.map((width) => '─'.repeat(width)).join('───')}`, ...rows.map(line)];
}
