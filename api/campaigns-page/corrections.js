import { make, write } from './dom.js';
import { count } from './format.js';

/** Shows the phone numbers that the check corrected. While they are only proposed, asks whether to use them. */
export function correctionsPanel(decide) {
  const question = make('p', { class: 'notice odd', role: 'status' });
  const body = make('tbody');
  const choice = (label, style, decision) =>
    make('button', { type: 'button', class: style, onclick: () => decide(decision) }, label);
  const actions = make(
    'div',
    { class: 'actions' },
    choice('Accept', 'primary', 'accept'),
    choice('Skip these rows', '', 'reject'),
  );
  const heads = ['Line', 'In the file', 'Corrected'].map((title) => make('th', {}, title));
  const table = make('table', {}, make('thead', {}, make('tr', {}, ...heads)), body);
  const label = 'Corrected numbers';
  const element = make(
    'div',
    { hidden: true },
    question,
    actions,
    make('div', { class: 'rows', role: 'region', tabindex: '0', 'aria-label': label }, table),
  );

  return {
    element,
    draw({ corrections, status }) {
      const { state, count: total, first } = corrections;
      element.hidden = total === 0;
      const asked = state === 'proposed' && status === 'ready';
      actions.hidden = !asked;
      write(question, textOf(asked, state, total, first.length));
      body.replaceChildren(
        ...first.map(({ line, from, to }) =>
          make('tr', {}, ...[String(line), from, to].map((text) => make('td', {}, text))),
        ),
      );
    },
  };
}

function textOf(asked, state, total, shown) {
  const numbers = total === 1 ? '1 number' : `${count(total)} numbers`;
  const first = total > shown ? ` The first ${shown}:` : '';
  if (asked) return `${numbers} corrected. Use ${total === 1 ? 'it' : 'them'}?${first}`;
  return state === 'accepted' ? `${numbers} corrected.${first}` : `You did not use ${numbers}.${first}`;
}
