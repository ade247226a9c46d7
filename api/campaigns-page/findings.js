import { make, write } from './dom.js';
import { count } from './format.js';
import { saveResults } from './save.js';

/** A table of lines and their problems: the first ones immediately, all of them on request. */
export function findings(title, page, id, kind) {
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
  /** How many rows there were when the person asked for more than the first. */
  let listed = null;
  let drawn = 0;

  const readMore = async () => {
    try {
      const query = { state: 'invalid', limit: '100', ...(cursor === null ? {} : { cursor }) };
      const { data, next_cursor } = await page.api.rows(id, query);
      if (cursor === null) body.replaceChildren();
      body.append(...data.flatMap((row) => row.errors.map((error) => line(row.line, error))));
      cursor = next_cursor;
      listed = drawn;
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
      drawn = total;
      if (listed === total) return;
      listed = null;
      cursor = null;
      body.replaceChildren(...first.map((found) => line(found.line, found)));
      more.hidden = kind !== 'errors' || total <= first.length;
      write(more, 'Show more');
    },
  };
}
