import { ask, make } from './dom.js';
import { localInput, time, timeZone } from './format.js';

/** A button that asks for a time, and has the campaign start then. */
export function scheduleButton(label, agreed, button, command) {
  return button(label, '', async () => {
    const startAt = await askTime();
    if (startAt !== null) await command('schedule', { ...agreed, start_at: startAt });
  });
}

/** What can be done with a campaign that waits for its start time. */
export function scheduledButtons({ not_before }, agreed, button, command) {
  const remove = async () => {
    const explanation = `It does not start on ${time(not_before)} any more. Its rows stay, and you can start it later.`;
    if (await ask('Remove the start time?', explanation, 'Remove')) await command('unschedule');
  };
  return [
    button('Start now', 'primary', () => command('start-now')),
    scheduleButton('Change the time…', agreed, button, command),
    button('Remove the start time', '', remove),
  ];
}

/** Asks for a time in the future; null if the person goes back. */
async function askTime() {
  const input = make('input', {
    type: 'datetime-local',
    id: 'start-at',
    required: true,
    min: localInput(new Date(Date.now() + 60_000)),
  });
  const label = make('label', { for: 'start-at' }, `Start on (${timeZone()})`);
  const explanation = 'Nothing is bought before this time. Until then you can change it.';
  const yes = await ask('When does it start?', explanation, 'Schedule', label, input);
  return yes ? new Date(input.value).toISOString() : null;
}
