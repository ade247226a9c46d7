import { call } from './call.js';

const VIEWS = ['outside-view', 'code-view', 'confirm-view'];

const at = (id) => document.getElementById(id);

/** Writes a text only if it changed, so that screen readers announce only changes. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function show(view) {
  for (const name of VIEWS) at(name).hidden = name !== view;
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
  }
}

/** Shows the form, or what is missing before the person may use it. */
async function begin() {
  const answer = await fetch('/v1/auth/session', { cache: 'no-store' });
  const { session, person, staff } = answer.ok ? await answer.json() : { session: null };
  at('account').hidden = session === null;
  if (session !== null) write(at('email'), person.email);
  const missing = whatIsMissing(session, staff);
  if (missing === null) return show('code-view');
  write(at('outside-text'), missing);
  show('outside-view');
}

function whatIsMissing(session, staff) {
  if (session === null) return 'You are not signed in in this browser.';
  if (session.second_factor === 'pending') return 'Your sign-in is not complete: your code is missing.';
  if (staff === null) return 'Only the staff signs in at the command line.';
  if (session.second_factor === 'none') return 'The staff needs a second factor. Set one up first.';
  return null;
}

at('code-form').addEventListener('submit', (event) => {
  event.preventDefault();
  void run(async () => {
    const found = await call('POST', 'device/find', { user_code: at('code').value });
    write(at('since'), `at ${new Date(found.created_at).toLocaleTimeString()}`);
    write(at('source'), found.source);
    show('confirm-view');
  });
});

function decide(decision, text) {
  return () => {
    void run(async () => {
      await call('POST', 'device/decide', { user_code: at('code').value, decision });
      at('code-form').reset();
      show('code-view');
      say('done', text);
    });
  };
}

at('confirm').addEventListener(
  'click',
  decide('confirmed', 'Confirmed. Your terminal is signed in within seconds.'),
);
at('deny').addEventListener('click', decide('denied', 'Denied. Nothing was signed in.'));

void begin();
