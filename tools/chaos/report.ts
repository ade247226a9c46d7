import type { ChaosRun } from './chaos.ts';
import type { Answer } from './run/observed.ts';

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
  const hands = seen.hands.filter(({ error }) => error === null).length;
  return [
    `  Purchases: ${stored.purchases.length} accepted: ${of('successful')} successful, ${of('failed')} failed, ${of('reversed')} reversed, ${stored.late} late deliveries.`,
    `  Requests to buy: ${describeAnswers(seen.answers)}.`,
    `  Operators: ${hands} of ${seen.hands.length} actions worked.`,
    ...seen.hands.flatMap(({ what, error }) =>
      error === null ? [] : [`    ${what}: ${error.trim().split('\n')[0]}`],
    ),
    '',
    ...lines,
    '',
    `  ${seconds.toFixed(0)} s from the first fault to the end.`,
  ].join('\n');
}

/** How many requests got each answer. */
function describeAnswers(answers: readonly Answer[]): string {
  const words = answers.map(({ status, code }) =>
    status === null ? 'no answer' : code === null ? String(status) : `${status} ${code}`,
  );
  const counts = [...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length] as const);
  const sorted = counts.toSorted(([, a], [, b]) => b - a);
  return sorted.map(([word, count]) => `${count} × ${word}`).join(', ');
}

/** Whether the judge found nothing. */
export function isSound({ verdicts }: ChaosRun): boolean {
  return verdicts.every(({ findings }) => findings.length === 0);
}
