import { make, write } from './dom.js';
import { count, money, rows, time, untilThen } from './format.js';
import { saveResults } from './save.js';
import { OUTCOMES } from './words.js';

/** Shows the progress and results of a campaign that has started. */
export function progressPanel(page, id) {
  const parts = OUTCOMES.map(([state, label]) => ({
    state,
    piece: make('i', { class: state }),
    number: make('b', {}, '0'),
    label,
  }));
  const bar = make('div', { class: 'bar', role: 'img' }, ...parts.map(({ piece }) => piece));
  const estimate = make('p', { class: 'estimate' });
  const notice = make('p', { class: 'notice', role: 'status', hidden: true });
  const legend = make(
    'ul',
    { class: 'legend' },
    ...parts.map(({ state, label, number }) =>
      make('li', {}, make('i', { class: state }), make('span', {}, label), number),
    ),
  );
  const form = make(
    'select',
    { id: 'file-form' },
    make('option', { value: 'xlsx' }, 'Excel (.xlsx)'),
    make('option', { value: 'csv' }, 'CSV'),
  );
  const timeouts = make('input', { type: 'checkbox', id: 'timeouts' });
  const unbought = make(
    'div',
    { hidden: true },
    make(
      'button',
      {
        type: 'button',
        onclick: () =>
          saveResults(
            page,
            id,
            { only: 'unbought', ...(timeouts.checked ? { include: 'network_timeout' } : {}) },
            form.value,
          ),
      },
      'Download rows that were not bought, to correct and upload again',
    ),
    make(
      'label',
      { class: 'check', for: 'timeouts' },
      timeouts,
      'Include rows whose network never answered (some may have been delivered)',
    ),
  );
  const results = make(
    'div',
    { class: 'actions' },
    make(
      'button',
      { type: 'button', onclick: () => saveResults(page, id, {}, form.value) },
      'Download results',
    ),
    make('label', { for: 'file-form' }, 'File type'),
    form,
    unbought,
  );
  const element = make('div', {}, notice, bar, estimate, legend);

  return {
    element,
    results,
    draw(batch) {
      const { counts, status } = batch;
      element.hidden = ['ready', 'validating', 'rejected'].includes(status);
      results.hidden = element.hidden;
      if (element.hidden) return;
      for (const { state, piece, number } of parts) {
        piece.style.width = `${counts.valid === 0 ? 0 : (counts[state] / counts.valid) * 100}%`;
        write(number, count(counts[state]));
        number.parentElement.classList.toggle('none', counts[state] === 0);
        if (state === 'waiting')
          write(number.previousElementSibling, status === 'canceled' ? 'Cancelled' : 'Waiting');
      }
      const said = OUTCOMES.filter(([state]) => counts[state] > 0)
        .map(([state, label]) => `${label}: ${count(counts[state])}`)
        .join(', ');
      bar.setAttribute('aria-label', `${count(counts.valid)} rows. ${said}`);
      write(estimate, estimateOf(batch));
      const { text, kind } = noticeOf(batch);
      write(notice, text);
      notice.className = `notice ${kind}`;
      notice.hidden = text === '';
      const ended = status === 'completed' || status === 'canceled';
      const left =
        counts.invalid + counts.refused + counts.failed + (status === 'canceled' ? counts.waiting : 0);
      unbought.hidden = !(ended && left > 0);
    },
  };
}

function estimateOf({ status, counts, estimated_completion_at: estimated, no_estimate: none }) {
  const final = counts.valid - counts.waiting - counts.pending;
  const share = counts.valid === 0 ? 0 : Math.floor((final / counts.valid) * 100);
  if (status === 'canceled') return `Stopped at ${share}%`;
  if (status !== 'running') return `${share}% done`;
  if (estimated === null) return `${share}% done · ${none?.message ?? 'estimating the time left'}`;
  return `${share}% done · ${untilThen(estimated)} left, done by about ${time(estimated)}`;
}

function noticeOf({ status, pause, shortfall, counts }) {
  if (status === 'paused') {
    const short = pause?.code === 'insufficient_balance' && shortfall.amount > 0;
    return {
      kind: 'odd',
      text: `${pause?.message ?? ''}${short ? ` Add ${money(shortfall)} to finish all rows.` : ''}`,
    };
  }
  if (status === 'canceled') {
    const pending = counts.pending > 0 ? `${count(counts.pending)} still being delivered. ` : '';
    const left = `${rows(counts.waiting)} ${counts.waiting === 1 ? 'was' : 'were'} not bought.`;
    return { kind: 'odd', text: pending + left };
  }
  if (status === 'completed') {
    const all = counts.successful === counts.valid;
    return {
      kind: all ? 'good' : 'odd',
      text: `${count(counts.successful)} of ${count(counts.valid)} delivered.`,
    };
  }
  return { kind: '', text: '' };
}
