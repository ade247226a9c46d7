import { correctionsPanel } from './corrections.js';
import { make, write } from './dom.js';
import { findings } from './findings.js';
import { count, money, rows } from './format.js';

/** Shows the result of checking the file: figures, rows with errors, possible duplicates. */
export function checkPanel(page, id, decide) {
  const corrections = correctionsPanel(decide);
  const figures = make('dl', { class: 'figures' });
  const verdict = make('p', { class: 'notice', role: 'status' });
  const notices = make('ul', { class: 'muted' });
  const bad = findings('Rows with errors', page, id, 'errors');
  const twice = findings('Duplicates', page, id, 'duplicates');
  const odd = findings('Rows to check', page, id, 'warnings');
  const element = make(
    'section',
    { class: 'card' },
    make('h2', {}, 'The file'),
    verdict,
    figures,
    corrections.element,
    bad.element,
    twice.element,
    odd.element,
    notices,
  );
  let drawn = '';

  return {
    element,
    draw(batch) {
      element.hidden = batch.status === 'validating';
      const { text, kind } = verdictOf(batch);
      write(verdict, text);
      verdict.className = `notice ${kind}`;
      verdict.hidden = text === '';
      const { counts, available, shortfall, status, charged, refunded, held } = batch;
      const shown = JSON.stringify([
        counts.rows,
        counts.invalid,
        counts.duplicates,
        counts.refused,
        available,
        shortfall,
        status,
        charged,
        refunded,
        held,
        batch.corrections,
      ]);
      if (shown === drawn) return;
      drawn = shown;
      figures.replaceChildren(...figuresOf(batch));
      corrections.draw(batch);
      bad.draw(batch.errors, batch.counts.invalid);
      twice.draw(batch.duplicates, batch.counts.duplicates);
      const others = batch.warnings.filter(({ duplicate_of: earlier }) => earlier === undefined);
      odd.draw(others, others.length);
      notices.replaceChildren(...batch.notices.map(({ message }) => make('li', {}, message)));
      notices.hidden = batch.notices.length === 0;
    },
  };
}

function verdictOf({ status, rejection, corrections, shortfall, counts, on_insufficient_balance: then }) {
  if (status === 'rejected') {
    const place = rejection.sheet ? `Sheet "${rejection.sheet}", row` : 'Line';
    const where = rejection.line === null ? '' : `${place} ${rejection.line}: `;
    return {
      kind: 'bad',
      text: `${where}${rejection.message} You can use the same name for the corrected file.`,
    };
  }
  if (status !== 'ready') return { kind: '', text: '' };
  if (corrections.state === 'proposed') {
    return { kind: '', text: '' };
  }
  if (shortfall.amount > 0) {
    const what =
      then === 'pause'
        ? 'The campaign pauses when the balance runs out, and resumes after you add funds.'
        : 'The last rows will be skipped.';
    return { kind: 'odd', text: `Your balance is ${money(shortfall)} short. ${what}` };
  }
  if (counts.invalid > 0) {
    return {
      kind: 'odd',
      text: `${rows(counts.invalid)} ${counts.invalid === 1 ? 'has' : 'have'} errors and will be skipped. Start with the others, or cancel, correct the file and upload it again.`,
    };
  }
  if (counts.refused > 0) {
    return {
      kind: 'odd',
      text: `${rows(counts.refused)} ${counts.refused === 1 ? 'is a duplicate' : 'are duplicates'} and will not be bought. Start with the others. To buy duplicates too, upload the file under another name, and choose to buy them.`,
    };
  }
  return { kind: 'good', text: 'Every row can be bought, and your balance covers the cost.' };
}

function figuresOf(batch) {
  const { counts, cost, available, shortfall, status } = batch;
  const figure = (label, value, kind = '') =>
    make('div', { class: kind }, make('dt', {}, label), make('dd', {}, value));
  return [
    figure('Rows', count(counts.rows)),
    figure('Can be bought', count(status === 'ready' ? counts.valid - counts.refused : counts.valid)),
    figure('Rows with errors', count(counts.invalid), counts.invalid > 0 ? 'bad' : ''),
    ...(counts.duplicates > 0 ? [figure('Duplicates', count(counts.duplicates))] : []),
    figure('Cost', money(cost)),
    ...(['ready', 'rejected'].includes(status) ? [] : spentOf(batch, figure)),
    ...(status === 'ready' || status === 'paused'
      ? [
          figure('Available', money(available)),
          figure('Shortfall', money(shortfall), shortfall.amount > 0 ? 'bad' : ''),
        ]
      : []),
  ];
}

/** What was paid: cost = charged - refunded + held + not spent. */
function spentOf({ charged, refunded, held, not_spent: notSpent }, figure) {
  return [
    figure('Charged', money(charged)),
    ...(refunded.amount === 0 ? [] : [figure('Refunded', money(refunded))]),
    ...(held.amount === 0 ? [] : [figure('Held for deliveries', money(held))]),
    figure('Not spent', money(notSpent)),
  ];
}
