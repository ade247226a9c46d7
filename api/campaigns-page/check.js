import { correctionsPanel } from './corrections.js';
import { make, write } from './dom.js';
import { count, money, rows } from './format.js';
import { saveResults } from './save.js';

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
      // Once the file is read, only amounts and the status change.
      const { counts, available, shortfall, status, charged, refunded, held } = batch;
      const shown = JSON.stringify([
        counts.rows,
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

/** A table of lines and their problems: the first ones immediately, all of them on request. */
function findings(title, page, id, kind) {
  const body = make('tbody');
  const heading = make('h3');
  const more = make('button', { type: 'button', class: 'quiet' });
  const save =
    kind === 'errors'
      ? make(
          'button',
          { type: 'button', class: 'quiet', onclick: () => saveResults(page, id, { state: 'invalid' }) },
          'Download these rows',
        )
      : null;
  const element = make(
    'div',
    { hidden: true },
    heading,
    make(
      'div',
      { class: 'rows', role: 'region', tabindex: '0', 'aria-label': title },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            make('th', {}, 'Line'),
            make('th', { class: 'column' }, 'Column'),
            make('th', {}, 'Problem'),
          ),
        ),
        body,
      ),
    ),
    make('div', { class: 'actions' }, more, save),
  );
  const line = (number, { column, message }) =>
    make(
      'tr',
      {},
      make('td', {}, String(number)),
      make('td', { class: 'column' }, column ?? ''),
      make('td', {}, message),
    );
  let cursor = null;

  const readMore = async () => {
    try {
      const query = { state: 'invalid', limit: '100', ...(cursor === null ? {} : { cursor }) };
      const { data, next_cursor } = await page.api.rows(id, query);
      if (cursor === null) body.replaceChildren();
      body.append(...data.flatMap((row) => row.errors.map((error) => line(row.line, error))));
      cursor = next_cursor;
      more.hidden = next_cursor === null;
      write(more, 'Show 100 more');
    } catch (error) {
      page.trouble(error);
    }
  };
  more.addEventListener('click', () => void readMore());

  return {
    element,
    draw(first, total) {
      element.hidden = first.length === 0;
      write(heading, `${title}: ${count(total)}`);
      if (cursor !== null) return;
      body.replaceChildren(...first.map((found) => line(found.line, found)));
      more.hidden = kind !== 'errors' || total <= first.length;
      write(more, 'Show more');
    },
  };
}
