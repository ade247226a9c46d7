import { breakdownPanel } from './breakdown.js';
import { checkPanel } from './check.js';
import { ask, askAmount, at, goTo, make, write } from './dom.js';
import { count, money, rows, time, timeZone } from './format.js';
import { progressPanel } from './progress.js';
import { scheduleButton, scheduledButtons } from './schedule.js';
import { statusWord } from './words.js';

const POLL_MS = 1_000;
const POLL_HIDDEN_MS = 10_000;

/** Shows one campaign and follows it while it runs. Returns a function that stops it. */
export function showCampaign(page, id) {
  const title = make('h1', { tabindex: '-1' });
  const chip = make('span', { class: 'chip status', role: 'status' });
  const since = make('p', { class: 'muted' });
  const actions = make('div', { class: 'actions' });
  const check = checkPanel(page, id, (decision) => void command(`corrections/${decision}`));
  const progress = progressPanel(page, id);
  const breakdown = breakdownPanel(page, id);
  const back = make('button', { type: 'button', class: 'quiet', onclick: () => goTo('') }, '← All campaigns');
  const head = make(
    'section',
    { class: 'card' },
    chip,
    title,
    since,
    progress.element,
    actions,
    progress.results,
    breakdown.element,
  );
  at('campaign-view').replaceChildren(back, head, check.element);

  const life = { left: false, timer: 0, status: '', unreached: false };
  const draw = (batch) => {
    write(title, batch.reference);
    write(chip, statusWord(batch));
    write(since, sinceOf(batch));
    progress.draw(batch);
    breakdown.draw(batch);
    check.draw(batch);
    const { status: now, pause, counts, corrections, cost, approved_cost: approved } = batch;
    const shown = `${now} ${batch.stage} ${batch.not_before} ${pause?.code} ${counts.waiting} ${corrections.state} ${cost.amount} ${approved?.amount} ${batch.file_sha256} ${batch.revision} ${counts.pending === 0}`;
    if (life.status !== shown) actions.replaceChildren(...actionsOf(batch, command, retry));
    if (life.status === '') title.focus();
    life.status = shown;
  };
  const command = async (name, body = null) => {
    try {
      page.trouble(null);
      const batch = await page.api.command(id, name, body);
      draw(batch);
      follow(batch);
    } catch (error) {
      page.trouble(error);
    }
  };
  const retry = async () => {
    try {
      page.trouble(null);
      goTo((await page.api.command(id, 'retry')).id);
    } catch (error) {
      const open = error.details?.batch_id;
      page.trouble(
        open === undefined ? error : { message: error.message, link: { id: open, text: 'Open it' } },
      );
    }
  };
  const follow = ({ status, counts }) => {
    clearTimeout(life.timer);
    const still = ['validating', 'running', 'paused'].includes(status) || counts.pending > 0;
    if (still && !life.left)
      life.timer = setTimeout(() => void look(), document.hidden ? POLL_HIDDEN_MS : POLL_MS);
  };
  const look = async () => {
    try {
      const batch = await page.api.batch(id);
      if (life.left) return;
      // Only its own error: that of a command stays until the next command.
      if (life.unreached) page.trouble(null);
      life.unreached = false;
      draw(batch);
      follow(batch);
      page.refreshBalance().catch(() => {});
    } catch (error) {
      if (life.left) return;
      life.unreached = true;
      page.trouble(
        error.status === 0
          ? { message: `${error.message} The campaign continues, and this page keeps trying.` }
          : error,
      );
      if (error.status === 0 || error.status >= 429) life.timer = setTimeout(() => void look(), POLL_MS * 3);
    }
  };
  void look();
  return () => {
    life.left = true;
    clearTimeout(life.timer);
  };
}

function sinceOf({ waits_for: waits, created_at, started_at, completed_at, status, stage, not_before }) {
  if (stage === 'scheduled') return `Starts ${time(not_before)} (${timeZone()})`;
  if (status === 'ready' && not_before !== null)
    return `After you start it, it waits until ${time(not_before)} (${timeZone()})`;
  if (waits?.code === 'quiet_hours') {
    const until =
      waits.until === null
        ? 'Their time zones have no common hour'
        : `Continues ${time(waits.until)} (${timeZone()})`;
    return `Waits for the hours of the recipients. ${until}`;
  }
  if (completed_at !== null) return `Ended ${time(completed_at)}`;
  if (started_at !== null) return `Started ${time(started_at)}`;
  return `Uploaded ${time(created_at)}`;
}

/** Rows that are bought first, for a campaign with more of them. */
const FIRST_ROWS = 10;

function actionsOf(batch, command, retry) {
  const { status, counts, cost, corrections } = batch;
  const start = async (asked) => {
    const repeats = batch.on_duplicate === 'buy' ? counts.duplicates - counts.refused : 0;
    const explanation = `${rows(repeats)} of this campaign repeat${repeats === 1 ? 's' : ''} a purchase of the last 72 hours or another row of the file.`;
    if (repeats === 0 || (await ask('Buy duplicates too?', explanation, 'Buy all')))
      await command('start', asked);
  };
  // What is on the screen is what is agreed to.
  const agreed = { approved_cost: cost, file_sha256: batch.file_sha256, revision: batch.revision };
  const button = (label, style, work) =>
    make('button', { type: 'button', class: style, onclick: work }, label);
  const cancel = button('Cancel campaign', 'danger', async () => {
    const explanation =
      counts.pending > 0 || status === 'running'
        ? 'Waiting rows will not be bought. Purchases that are being delivered continue.'
        : `${rows(counts.waiting)} will not be bought.`;
    if (await ask('Cancel this campaign?', explanation, 'Cancel campaign')) await command('cancel');
  });
  switch (status) {
    case 'ready':
      // The question about the corrected numbers comes first.
      if (corrections.state === 'proposed') return [cancel];
      return [
        button(`Start: buy ${count(counts.waiting)} for ${money(cost)}`, 'primary', () => start(agreed)),
        ...(counts.waiting > FIRST_ROWS
          ? [
              button(`Buy the first ${FIRST_ROWS}, then ask`, '', () =>
                start({ ...agreed, first: FIRST_ROWS }),
              ),
            ]
          : []),
        scheduleButton('Start later…', agreed, button, command),
        cancel,
      ];
    case 'running':
      if (batch.stage === 'scheduled') return [...scheduledButtons(batch, agreed, button, command), cancel];
      return counts.waiting > 0 ? [button('Pause', '', () => command('pause')), cancel] : [];
    case 'paused':
      return [resumeButton(batch, button, command), cancel];
    case 'completed':
    case 'canceled':
      return mayRetry(batch) ? [button('Try failed rows again', '', retry)] : [];
    default:
      return [];
  }
}

/** Whether a campaign has ended, and rows of it were not bought. The API knows which of them may work. */
function mayRetry({ status, counts }) {
  const left = counts.failed + counts.refused + (status === 'canceled' ? counts.waiting : 0);
  return counts.pending === 0 && left > 0;
}

/** After a change of prices, a person agrees to a new limit. */
function resumeButton({ pause, counts, approved_cost: approved }, button, command) {
  if (pause?.code === 'first_rows_done')
    return button(`Buy the other ${rows(counts.waiting)}`, 'primary', () => command('resume'));
  if (pause?.code !== 'price_changed' || approved === null)
    return button('Resume', 'primary', () => command('resume'));
  return button('Approve a higher cost…', 'primary', async () => {
    const explanation = `You approved ${money(approved)}. The campaign never spends more than you approve.`;
    const amount = await askAmount('Approve a higher cost?', explanation, approved);
    if (amount !== null) await command('resume', { approved_cost: amount });
  });
}
