import { at, make, write } from '/campaigns/dom.js';
import { call } from './call.js';
import { addPasskey, canUsePasskeys, usePasskey } from './passkeys.js';

const VIEWS = ['link-view', 'password-view', 'code-view', 'home-view'];
const FACTOR_TEXTS = {
  none: 'You have no second factor. Without one, you cannot spend money, even if your role allows it. Set up an app, or add a passkey.',
  passed: 'Your second factor is set up, and this session has used it.',
};

const SSO_TROUBLE = {
  refused: 'You could not be signed in with your organisation. Try again, or ask your technical contact.',
  unavailable: 'The sign-in of your organisation does not answer. Try again in a minute.',
  not_invited:
    'Your organisation knows you, but you were not invited here. Ask the owner of your organisation.',
};

function show(view) {
  for (const name of VIEWS) at(name).hidden = name !== view;
  at('account').hidden = view === 'link-view' || view === 'password-view';
}

function say(id, text) {
  at(id).hidden = text === '';
  write(at(id), text);
}

/** Runs what a person started, and shows what went wrong. */
async function run(work) {
  say('trouble', '');
  say('done', '');
  try {
    await work();
  } catch (error) {
    say('trouble', error.message);
    if (error.status === 401) await refresh();
  }
}

/** Shows what the session allows: the sign-in, the second step of it, or the person's page. */
async function refresh() {
  const answer = await fetch('/v1/auth/session', { cache: 'no-store' });
  const { session, person, accounts, staff } = answer.ok ? await answer.json() : { session: null };
  if (session === null) return show(location.hash.length > 1 ? 'link-view' : 'password-view');
  write(at('email'), person.email);
  if (session.second_factor === 'pending') return show('code-view');

  write(at('factor-text'), FACTOR_TEXTS[session.second_factor]);
  at('begin-factor').hidden = session.has_authenticator_app;
  at('remove-factor').hidden = !session.has_authenticator_app;
  at('accounts').replaceChildren(...(staff === null ? accounts.map(accountItem) : [staffItem(staff)]));
  const { data } = await call('GET', 'sessions');
  at('sessions').replaceChildren(...data.map(sessionItem));
  const passkeys = await call('GET', 'passkeys');
  at('passkeys').replaceChildren(...passkeys.data.map(passkeyItem));
  show('home-view');
}

function accountItem({ name, organisation, role, livemode, rights }) {
  return make(
    'li',
    {},
    make('strong', {}, name),
    ` (${livemode ? 'live' : 'test mode'}), ${organisation.name}: ${role}. Rights: ${rights.join(', ') || 'none'}.`,
  );
}

function staffItem({ role, rights }) {
  return make(
    'li',
    {},
    make('strong', {}, 'Staff'),
    `: ${role}. Rights: ${rights.join(', ') || 'none, until you use a second factor'}.`,
  );
}

function sessionItem({ id, current, signed_in_at, ip_address, user_agent }) {
  const since = new Date(signed_in_at).toLocaleString();
  const text = `${current ? 'This browser' : (user_agent ?? 'Unknown browser')}, ${ip_address ?? 'unknown address'}, since ${since} `;
  const end = () =>
    run(async () => {
      await call('DELETE', `sessions/${id}`);
      await refresh();
    });
  return make(
    'li',
    {},
    text,
    current ? null : make('button', { type: 'button', class: 'quiet', onclick: end }, 'End'),
  );
}

function passkeyItem({ id, name, created_at, last_used_at }) {
  const used =
    last_used_at === null ? 'not used yet' : `last used ${new Date(last_used_at).toLocaleString()}`;
  const remove = () =>
    confirmed(async () => {
      await call('DELETE', `passkeys/${id}`);
      await refresh();
      say('done', 'The passkey is removed, and you are signed out everywhere else.');
    });
  return make(
    'li',
    {},
    make('strong', {}, name),
    `, added ${new Date(created_at).toLocaleString()}, ${used} `,
    make('button', { type: 'button', class: 'quiet', onclick: remove }, 'Remove'),
  );
}

/** Runs what needs a second factor of the last minutes, and asks for it if it was used longer ago. */
function confirmed(work) {
  return run(async () => {
    try {
      await work();
    } catch (error) {
      if (error.status === 403) show('code-view');
      throw error;
    }
  });
}

/** Listens to a form; its fields are empty after success. */
function onSubmit(id, work) {
  at(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void run(async () => {
      await work();
      at(id).reset();
    });
  });
}

const onClick = (id, work) => at(id).addEventListener('click', () => void run(work));

onClick('use-link', async () => {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  await call('POST', 'sign-in/link', { token });
  await refresh();
});
onClick('leave', async () => {
  await call('POST', 'sign-out');
  await refresh();
});
onClick('begin-factor', async () => {
  const { uri, secret } = await call('POST', 'second-factor');
  write(at('secret'), secret);
  at('uri').replaceChildren(make('a', { href: uri }, 'open the app on this device'));
  at('recovery').hidden = true;
  at('confirm-form').hidden = false;
});
onClick('remove-factor', async () => {
  await call('DELETE', 'second-factor');
  at('recovery').hidden = true;
  await refresh();
});
for (const [id, path] of [
  ['sign-in-passkey', 'sign-in/passkey'],
  ['code-passkey', 'second-factor/passkey'],
])
  onClick(id, async () => {
    await usePasskey(path);
    await refresh();
  });
onClick('sign-in-sso', async () => {
  const email = at('sign-in-email');
  if (!email.reportValidity()) return;
  const { url } = await call('POST', 'sign-in/sso', { email: email.value });
  location.assign(url);
});
at('passkey-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void confirmed(async () => {
    await addPasskey(at('passkey-name').value.trim());
    at('passkey-form').reset();
    await refresh();
    say('done', 'The passkey is added.');
  });
});
onSubmit('password-form', async () => {
  await call('POST', 'sign-in', { email: at('sign-in-email').value, password: at('sign-in-password').value });
  await refresh();
});
onSubmit('code-form', async () => {
  await call('POST', 'second-factor/verify', { code: at('code').value });
  await refresh();
});
onSubmit('confirm-form', async () => {
  const { recovery_codes } = await call('POST', 'second-factor/confirm', { code: at('first-code').value });
  write(at('recovery-codes'), recovery_codes.join('\n'));
  at('confirm-form').hidden = true;
  at('recovery').hidden = false;
  await refresh();
});
onSubmit('new-password-form', async () => {
  const current = at('current-password').value;
  const change = {
    new_password: at('new-password').value,
    ...(current ? { current_password: current } : {}),
  };
  await call('PUT', 'password', change);
  await refresh();
  say('done', 'Your password is saved.');
});
for (const id of ['sign-in-passkey', 'code-passkey', 'passkey-form']) at(id).hidden = !canUsePasskeys();
addEventListener('hashchange', () => void run(refresh));
const sso = new URLSearchParams(location.search).get('sso');
history.replaceState(null, '', location.pathname + location.hash);
void run(refresh).then(() => say('trouble', SSO_TROUBLE[sso] ?? ''));
