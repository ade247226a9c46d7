import { decimals } from './format.js';

/** The element with this id. @param {string} id */
export const at = (id) => document.getElementById(id);

/**
 * Makes an element. Text stays text: nothing from a file or the API becomes markup.
 * @param {string} name
 * @param {Record<string, unknown>} [properties] `class` is the class; functions named on… listen; the rest are attributes
 * @param {...(Node | string | null)} children
 */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Writes a text only if it changed, so that screen readers announce only changes. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Asks in a dialog; resolves to whether the person agreed. A field that is not valid keeps the dialog open. */
export function ask(question, explanation, agree, ...fields) {
  return new Promise((resolve) => {
    const answer = (yes) => () => {
      if (yes && !fields.every((field) => field.reportValidity?.() ?? true)) return;
      dialog.close();
      dialog.remove();
      resolve(yes);
    };
    const dialog = make(
      'dialog',
      { 'aria-labelledby': 'question', oncancel: answer(false) },
      make('h2', { id: 'question' }, question),
      make('p', {}, explanation),
      ...fields,
      make(
        'div',
        { class: 'actions' },
        make('button', { type: 'button', class: 'danger', onclick: answer(true) }, agree),
        make('button', { type: 'button', onclick: answer(false), autofocus: true }, 'Go back'),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks for an amount in the currency of `before`; resolves to it, or to null if the person goes back. */
export function askAmount(question, explanation, before) {
  const digits = decimals(before.currency);
  const input = make('input', {
    type: 'number',
    required: true,
    id: 'amount',
    min: String(before.amount / 10 ** digits),
    step: String(1 / 10 ** digits),
    value: String(before.amount / 10 ** digits),
  });
  const label = make('label', { for: 'amount' }, `New limit (${before.currency})`);
  return ask(question, explanation, 'Approve and resume', label, input).then((yes) =>
    yes ? { amount: Math.round(input.valueAsNumber * 10 ** digits), currency: before.currency } : null,
  );
}

/** Opens a campaign; the list of campaigns for an empty id. */
export function goTo(id) {
  location.hash = id;
}
