import type { ChaosRun } from './chaos.ts';

const FINDINGS_SHOWN = 10;

/** The outcome of a run as text for people. */
export function renderRun({ verdicts, stored, seen, seconds }: ChaosRun): string {
  const width = Math.max(...verdicts.map(({ question }) => question.length));
  const lines = verdicts.flatMap(({ question, checked, findings }) => {
    const mark = findings.length === 0 ? '✓' : '✗';
    const shown = findings.slice(0, FINDINGS_SHOWN).map((finding) => `        ${finding}`);
    const more =
      findings.length > FINDINGS_SHOWN ? [`        and ${findings.length - FINDINGS_SHOWN} more`] : [];
    return [`  ${mark} ${question.padEnd(width)}  ${String(checked).padStart(7)} checked`, ...shown, ...more];
  });
  const of = (status: string) => stored.counts[status] ?? 0;
  const unanswered = seen.answers.filter(({ status }) => status === null).length;
  const rejected = seen.answers.filter(({ status }) => status !== null && status >= 400).length;
  const hands = seen.hands.filter(({ worked }) => worked).length;
  return [
    `  Purchases: ${stored.purchases.length} accepted: ${of('successful')} successful, ${of('failed')} failed, ${of('reversed')} reversed, ${stored.late} late deliveries.`,
    `  Requests: ${seen.answers.length} to buy, of which ${rejected} were rejected and ${unanswered} got no answer.`,
    `  Operators: ${hands} of ${seen.hands.length} commands worked.`,
    ...seen.hands.flatMap(({ what, error }) =>
      error === null ? [] : [`    ${what}: ${error.trim().split('\n')[0]}`],
    ),
    '',
    ...lines,
    '',
    `  ${seconds.toFixed(0)} s from the first fault to the end.`,
  ].join('\n');
}

/** Whether the judge found nothing. */
export function isSound({ verdicts }: ChaosRun): boolean {
  return verdicts.every(({ findings }) => findings.length === 0);
}
