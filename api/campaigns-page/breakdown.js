import { make, write } from './dom.js';
import { count, money } from './format.js';

const SHOW = 'Show outcomes by network, bundle and reason';

/** Shows the outcomes of a campaign by network, bundle and reason, when the person asks for them. */
export function breakdownPanel(page, id) {
  const tables = make('div');
  const button = make('button', { type: 'button', class: 'quiet', onclick: () => void load() }, SHOW);
  const element = make('div', { hidden: true }, tables, make('div', { class: 'actions' }, button));

  const load = async () => {
    try {
      const [{ outcomes }, names] = await Promise.all([page.api.breakdown(id), page.api.names()]);
      tables.replaceChildren(
        byPlace('By network', outcomes, ({ network_id: network }) => names.get(network) ?? network),
        byPlace('By bundle', outcomes, ({ bundle_id: bundle }) => names.get(bundle) ?? bundle),
        byReason(outcomes),
      );
      write(button, 'Update these tables');
    } catch (error) {
      page.trouble(error);
    }
  };

  return {
    element,
    draw({ status }) {
      element.hidden = ['validating', 'ready', 'rejected'].includes(status);
    },
  };
}

const DELIVERED = ['successful'];
const REVERSED = ['reversed'];
const CHARGED = [...DELIVERED, ...REVERSED];
const OPEN = ['pending', 'waiting'];

function byPlace(title, outcomes, placeOf) {
  const groups = [...Map.groupBy(outcomes, (outcome) => placeOf(outcome) ?? 'Not known')];
  return table(
    title,
    ['', 'Delivered', 'Reversed', 'Not bought', 'Not final', 'Charged'],
    groups.map(([place, found]) => [
      place,
      rowsIn(found, (one) => DELIVERED.includes(one.state)),
      rowsIn(found, (one) => REVERSED.includes(one.state)),
      rowsIn(found, isNotBought),
      rowsIn(found, (one) => OPEN.includes(one.state) && one.reason === null),
      amountIn(found, (one) => CHARGED.includes(one.state)),
    ]),
  );
}

function byReason(outcomes) {
  const groups = [...Map.groupBy(outcomes.filter(isNotBought), ({ reason }) => reason)];
  return table(
    'Why rows were not bought',
    ['Reason', 'Rows', 'Not charged'],
    groups.map(([reason, found]) => [
      sentence(reason),
      rowsIn(found, () => true),
      amountIn(found, () => true),
    ]),
  );
}

const isNotBought = ({ reason }) => reason !== null;
const sentence = (code) =>
  code === 'canceled' ? 'Cancelled' : `${code[0].toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`;

function rowsIn(outcomes, isMeant) {
  return count(outcomes.filter(isMeant).reduce((sum, { rows }) => sum + rows, 0));
}

/** A charge that was refunded later counts. */
function amountIn(outcomes, isMeant) {
  const amount = outcomes.filter(isMeant).reduce((sum, one) => sum + one.amount.amount, 0);
  return money({ amount, currency: outcomes[0].amount.currency });
}

function table(title, heads, lines) {
  if (lines.length === 0) return make('div');
  const row = (name, cells) => make('tr', {}, ...cells.map((cell) => make(name, {}, cell)));
  return make(
    'div',
    {},
    make('h3', {}, title),
    make(
      'div',
      { class: 'rows', role: 'region', tabindex: '0', 'aria-label': title },
      make(
        'table',
        {},
        make('thead', {}, row('th', heads)),
        make('tbody', {}, ...lines.map((cells) => row('td', cells))),
      ),
    ),
  );
}
