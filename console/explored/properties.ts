import { always, eventually } from '@antithesishq/bombadil';
import { extract } from '@antithesishq/bombadil/browser';

export {
  noUncaughtExceptions,
  noUnhandledPromiseRejections,
} from '@antithesishq/bombadil/browser/defaults';

/** The browser logs each answer with 4xx, which the screens show in words. */
const errors = extract(({ console: entries }) =>
  entries
    .filter(({ level }) => level === 'error')
    .map(({ args }) => args.map(String).join(' '))
    .filter((text) => !text.includes('the server responded with a status of 4')),
);
export const logsNoErrors = always(() => errors.current.length === 0);

/** In each equation of money, the lines before the last one have its amount as their sum. Amounts are the last cells, in minor units. */
const equations = extract(({ document }) => {
  const amountOf = (cell: Element) => {
    const text = cell.textContent ?? '';
    const digits = Number(text.replace(/\D/g, ''));
    return /[-−]/.test(text) ? -digits : digits;
  };
  return [...document.querySelectorAll('table.equation')].map((table) =>
    [...table.querySelectorAll('td.right:last-child')].map(amountOf),
  );
});
export const moneyAddsUp = always(() =>
  equations.current.every((amounts) => {
    const last = amounts.at(-1) ?? 0;
    return amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0) === last;
  }),
);

/** How many rows of a campaign are in each state, and the share that it shows as done; null on other screens. */
const progress = extract(({ document }) => {
  const legend = document.querySelector('ul.legend');
  const done = /(\d+)% done/.exec(legend?.parentElement?.textContent ?? '')?.[1];
  if (legend === null || done === undefined) return null;
  const counts = [...legend.querySelectorAll('li')].map((item) => ({
    state: item.querySelector('.swatch')?.className.replace('swatch ', '') ?? '',
    rows: Number((item.querySelector('b')?.textContent ?? '').replace(/\D/g, '')),
  }));
  return { counts, done: Number(done) };
});
export const countsAddUp = always(() => {
  const { current } = progress;
  if (current === null) return true;
  const sum = (rows: readonly { readonly rows: number }[]) => rows.reduce((all, each) => all + each.rows, 0);
  const valid = current.counts.filter(({ state }) => state !== 'invalid');
  const all = sum(valid);
  const final = sum(valid.filter(({ state }) => state !== 'pending' && state !== 'waiting'));
  return all === 0 || Math.floor((100 * final) / all) === current.done;
});

/** What a screen shows if a program forgets a case. */
const broken = extract(({ document }) =>
  (document.body?.innerText ?? '').match(/\b(?:undefined|NaN|Invalid Date)\b|\[object |\{[a-z]+\}/g),
);
export const showsNoBrokenTexts = always(() => broken.current === null);

const heading = extract(({ document }) => document.querySelector('h1')?.textContent ?? '');
export const getsHeading = always(eventually(() => heading.current !== '').within(20, 'seconds'));
