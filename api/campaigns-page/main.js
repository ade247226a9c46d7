import { createApi, readPerson, withKey, withSession } from './api.js';
import { showCampaign } from './campaign.js';
import { at, make, write } from './dom.js';
import { money } from './format.js';
import { showHome } from './home.js';

/** The state of the page. Only `api` has the key: it is never stored, and is gone with the tab. */
const state = { api: null, close: () => {} };

/** Shows an error, with a link if it has one. Signs out if the key is not valid. */
export function trouble(error) {
  const element = at('trouble');
  element.hidden = error === null;
  write(element, error?.message ?? '');
  if (error?.link) element.append(' ', make('a', { href: `#${error.link.id}` }, error.link.text));
  if (error?.status === 401) leave();
}

function show(view) {
  state.close();
  state.close = () => {};
  for (const name of ['key-view', 'home-view', 'campaign-view']) at(name).hidden = name !== view;
  at('account').hidden = view === 'key-view';
}

async function refreshBalance() {
  const { available } = await state.api.balance();
  write(at('available'), money(available));
}

function leave() {
  state.api = null;
  show('key-view');
  at('key').value = '';
  at('key').focus();
  void offerAccounts();
}

/** Shows the campaign that the address names, or the list of campaigns. */
async function route() {
  if (state.api === null) return;
  const id = location.hash.slice(1);
  trouble(null);
  const page = { api: state.api, trouble, refreshBalance };
  if (/^bat_[0-9a-z]{26}$/.test(id)) {
    show('campaign-view');
    state.close = showCampaign(page, id);
  } else {
    show('home-view');
    state.close = showHome(page);
  }
}

at('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  const key = at('key').value.trim();
  void open(withKey(key), key.startsWith('bw_test_'));
});

/** Offers the accounts of the person who is signed in with this browser, in place of a key. */
async function offerAccounts() {
  const person = await readPerson();
  at('person').hidden = person === null || person.accounts.length === 0;
  if (person === null) return;
  write(at('person-email'), person.email);
  at('person-accounts').replaceChildren(
    ...person.accounts.map(({ id, name, role, livemode }) => {
      const onclick = () => void open(withSession(id), !livemode);
      return make('button', { type: 'button', class: 'primary', onclick }, `${name} (${role})`);
    }),
  );
}

async function open(access, test) {
  state.api = createApi(access);
  try {
    await refreshBalance();
    at('key').value = '';
    write(at('mode'), test ? 'Test mode: nothing is delivered' : 'Live');
    await route();
    at('main').querySelector('h1:not([hidden])')?.focus();
  } catch (error) {
    state.api = null;
    trouble(error);
  }
}
at('leave').addEventListener('click', () => {
  trouble(null);
  leave();
});
addEventListener('hashchange', () => void route());
at('key').focus();
void offerAccounts();
