import { at, goTo, make, write } from './dom.js';
import { count, rows, size, time, timeZone } from './format.js';
import { saveTemplate } from './save.js';
import { statusWord } from './words.js';

/** Shows the upload form and the list of campaigns. Returns a function that stops it. */
export function showHome(page) {
  const chosen = { file: null, sending: null };
  const leaving = new AbortController();
  const on = (element, name, work) => element.addEventListener(name, work, { signal: leaving.signal });

  const choose = (file) => {
    chosen.file = file;
    offerSheets([]);
    write(
      at('file-name'),
      file ? `${file.name} · ${size(file.size)}` : 'Drop a spreadsheet or a CSV file here, or choose one',
    );
    at('upload').disabled = !file;
    if (file && at('reference').value === '') at('reference').value = nameFor(file.name);
  };
  choose(null);
  write(at('not-before-hint'), `In your time zone: ${timeZone()}.`);
  on(at('file'), 'change', () => choose(at('file').files[0] ?? null));
  const drop = at('drop');
  for (const name of ['dragenter', 'dragover']) {
    on(drop, name, (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
  }
  for (const name of ['dragleave', 'drop']) on(drop, name, () => drop.classList.remove('over'));
  on(drop, 'drop', (event) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0] ?? null);
  });
  on(at('upload-form'), 'submit', (event) => {
    event.preventDefault();
    void send(page, chosen);
  });
  on(at('template'), 'click', () => void saveTemplate(page));
  on(at('stop-sending'), 'click', () => chosen.sending?.abort());

  at('recent').replaceChildren();
  void listMore(page, null);
  page.refreshBalance().catch(page.trouble);
  page.api.countries().then(offerCountries, page.trouble);
  return () => {
    leaving.abort();
    chosen.sending?.abort();
    at('file').value = '';
    at('reference').value = '';
    for (const name of ['not-before', 'send-from', 'send-until']) at(name).value = '';
  };
}

/** The countries in which the account can buy; the only one is chosen. */
function offerCountries(codes) {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const options = codes.map((code) => make('option', { value: code }, names.of(code)));
  at('country').replaceChildren(make('option', { value: '' }, 'None: numbers begin with +'), ...options);
  if (codes.length === 1) at('country').value = codes[0];
}

/** Sheets of the workbook to choose from; none hides the choice. */
function offerSheets(names) {
  at('sheet').replaceChildren(...names.map((name) => make('option', { value: name }, name)));
  at('sheet-choice').hidden = names.length === 0;
}

/** A name from the file and the day: the same file tomorrow is a new campaign. */
function nameFor(fileName) {
  const plain = fileName.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_.-]+/g, '-');
  return `${plain.slice(0, 40) || 'campaign'}-${new Date().toISOString().slice(0, 10)}`;
}

async function send({ api, trouble }, chosen) {
  trouble(null);
  chosen.sending = new AbortController();
  const notBefore = at('not-before').value;
  if (notBefore !== '' && new Date(notBefore) <= new Date()) {
    const now = time(new Date().toISOString());
    trouble({ message: `The start is in the past: it is ${now} now. Choose a later time, or none.` });
    return;
  }
  const [from, until] = [at('send-from').value, at('send-until').value];
  if ((from === '') !== (until === '')) {
    trouble({ message: 'The hours need a beginning and an end. Fill in both, or none.' });
    return;
  }
  const parameters = {
    reference: at('reference').value.trim(),
    start: 'manual',
    on_unknown_columns: 'keep',
    repair: 'propose',
    ...(at('country').value === '' ? {} : { default_country: at('country').value }),
    duplicate_window_hours: '72',
    on_duplicate: at('on-duplicate').value,
    on_invalid: at('on-invalid').value,
    on_insufficient_balance: at('on-balance').value,
    ...(at('sheet-choice').hidden ? {} : { sheet: at('sheet').value }),
    ...(notBefore === '' ? {} : { not_before: new Date(notBefore).toISOString() }),
    ...(from === '' ? {} : { send_between: `${from}-${until}` }),
  };
  at('upload').disabled = true;
  at('sending').hidden = false;
  const progress = (sent, total) => {
    at('sent').value = total === 0 ? 1 : sent / total;
    write(
      at('sent-text'),
      sent < total ? `Uploading, ${Math.floor((sent / total) * 100)}%` : 'Checking every row…',
    );
  };
  progress(0, chosen.file.size);
  try {
    const batch = await api.upload(chosen.file, parameters, progress, chosen.sending.signal);
    if (batch.rejection?.code === 'several_sheets') {
      offerSheets(batch.sheets);
      at('sheet').focus();
    } else goTo(batch.id);
  } catch (error) {
    trouble(error.code === 'reference_conflict' ? nameTaken(parameters.reference, error) : error);
  } finally {
    at('sending').hidden = true;
    at('upload').disabled = chosen.file === null;
    chosen.sending = null;
  }
}

/** The error for a name that another campaign has, with a link to it. */
function nameTaken(name, { details }) {
  return {
    message: `The name "${name}" is taken by another campaign. Choose a new name.`,
    link: { id: details.batch_id, text: `Open "${name}"` },
  };
}

async function listMore(page, cursor) {
  try {
    const { data, next_cursor } = await page.api.batches(cursor);
    at('recent').append(...data.map(listed));
    at('no-recent').hidden = at('recent').childElementCount > 0;
    const more = at('more-recent');
    more.hidden = next_cursor === null;
    more.onclick = () => void listMore(page, next_cursor);
  } catch (error) {
    page.trouble(error);
  }
}

function listed(batch) {
  const { counts } = batch;
  const done = counts.successful > 0 ? `, ${count(counts.successful)} delivered` : '';
  return make(
    'li',
    {},
    make(
      'button',
      { type: 'button', onclick: () => goTo(batch.id) },
      make('span', {}, batch.reference),
      make('span', { class: 'chip' }, statusWord(batch)),
      make('small', {}, `${time(batch.created_at)} · ${rows(counts.rows)}${done}`),
    ),
  );
}
