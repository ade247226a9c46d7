import type { CreateRecurringBatch, RecurringBatch } from '../../src/index.ts';
import { CommandError, wrongUsage } from '../failure.ts';
import { fields, moneyText, table, time } from '../show/layout.ts';
import { type Command, EXIT, type Given, type Session, type Shown } from '../spec.ts';
import { readHours, readMoney, readWholes } from '../values.ts';

/** `recurring …`: campaigns whose rows are bought again by a calendar. */
export const RECURRING_COMMANDS: readonly Command[] = [
  {
    name: 'recurring create',
    args: ['BATCH'],
    summary: 'Buys the rows of a checked campaign repeatedly, on a schedule.',
    options: {
      reference: {
        kind: 'value',
        value: 'REFERENCE',
        required: true,
        help: 'your own name for it; each run adds its time',
      },
      at: { kind: 'value', value: 'HH:MM', required: true, help: 'time of the day, for example 08:00' },
      'time-zone': {
        kind: 'value',
        value: 'NAME',
        required: true,
        help: 'time zone of --at, for example Africa/Lagos',
      },
      weekdays: { kind: 'value', value: 'DAYS', help: 'from 1 for Monday to 7 for Sunday, for example 1,4' },
      'month-days': { kind: 'value', value: 'DAYS', help: 'days of the month, for example 1,15' },
      'ends-at': { kind: 'value', value: 'TIME', help: 'no run after this time' },
      'approved-cost': {
        kind: 'value',
        value: 'AMOUNT',
        required: true,
        help: 'the most that one run may cost, for example 1500.00',
      },
      'duplicate-window-hours': {
        kind: 'value',
        value: 'HOURS',
        help: 'hold back rows that you bought in this many hours before; default: 0',
      },
      yes: { kind: 'flag', help: 'do not ask' },
    },
    notes: 'Without --weekdays and --month-days, every day has a run. With both, a day must match both.',
    run: create,
  },
  {
    name: 'recurring list',
    args: [],
    summary: 'Lists your recurring campaigns, newest first.',
    options: {},
    run: list,
  },
  {
    name: 'recurring show',
    args: ['RECURRING'],
    summary: 'Shows a recurring campaign (rec_…) with its next and last runs.',
    options: {},
    run: async ({ api }, given) => shown(await api().recurringBatches.get(given.args[0] ?? '')),
  },
  {
    name: 'recurring pause',
    args: ['RECURRING'],
    summary: 'Pauses a recurring campaign. A run that has started continues.',
    options: {},
    run: async ({ api }, given) => shown(await api().recurringBatches.pause(given.args[0] ?? '')),
  },
  {
    name: 'recurring resume',
    args: ['RECURRING'],
    summary: 'Resumes a recurring campaign with the next time of its calendar.',
    options: {},
    run: async ({ api }, given) => shown(await api().recurringBatches.resume(given.args[0] ?? '')),
  },
  {
    name: 'recurring delete',
    args: ['RECURRING'],
    summary: 'Ends a recurring campaign permanently. A run that has started continues.',
    options: { yes: { kind: 'flag', help: 'do not ask' } },
    run: remove,
  },
];

async function create({ terminal, api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const id = given.args[0] ?? '';
  const { cost, counts } = await client.batches.get(id);
  const wanted = readWanted(id, given, cost.currency);
  const most = moneyText(wanted.approved_cost);
  await confirm(
    terminal,
    given,
    `Buy ${counts.valid - counts.duplicates} bundles at each run, for ${moneyText(cost)} now and ${most} at most?`,
  );
  return shown(await client.recurringBatches.create(wanted));
}

function readWanted(id: string, given: Given, currency: string): CreateRecurringBatch {
  const hours = readHours('duplicate-window-hours', given);
  const ends = given.value('ends-at');
  return {
    reference: given.value('reference') ?? '',
    batch_id: id,
    time_zone: given.value('time-zone') ?? '',
    at: given.value('at') ?? '',
    weekdays: readWholes('weekdays', given),
    month_days: readWholes('month-days', given),
    ...(ends === undefined ? {} : { ends_at: ends }),
    approved_cost: readMoney('approved-cost', given.value('approved-cost') ?? '', currency),
    ...(hours === undefined ? {} : { duplicate_window_hours: hours }),
  };
}

async function list({ api }: Session): Promise<Shown> {
  const all: RecurringBatch[] = [];
  for await (const one of api().recurringBatches.list({ limit: 100 })) all.push(one);
  const rows = all.map(({ id, reference, status, next_runs: next }) => [
    id,
    reference,
    status,
    time(next[0] ?? null),
  ]);
  return { json: all, text: table(['Recurring', 'Reference', 'Status', 'Next run'], rows) };
}

async function remove({ terminal, api }: Session, given: Given): Promise<Shown> {
  const id = given.args[0] ?? '';
  await confirm(terminal, given, `End ${id} permanently?`);
  return shown(await api().recurringBatches.delete(id));
}

async function confirm(terminal: Session['terminal'], given: Given, question: string): Promise<void> {
  if (given.flag('yes')) return;
  if (!terminal.isInteractive) throw wrongUsage(`${question} Add --yes to confirm.`);
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim()))
    throw new CommandError('Nothing was changed.', EXIT.notDone, 'declined');
}

function shown(recurring: RecurringBatch): Shown {
  const { weekdays, month_days: monthDays, last_runs: last, next_runs: next } = recurring;
  const text = [
    fields([
      ['Recurring', `${recurring.reference} (${recurring.id})`],
      ['Status', recurring.status],
      ['Rows of', recurring.batch_id],
      ['Time', `${recurring.at} ${recurring.time_zone}`],
      ['Weekdays', weekdays.length === 0 ? 'all' : weekdays.join(', ')],
      ['Days of the month', monthDays.length === 0 ? 'all' : monthDays.join(', ')],
      ['Ends', recurring.ends_at === null ? 'never' : time(recurring.ends_at)],
      ['Most per run', moneyText(recurring.approved_cost)],
      ['Next runs', next.length === 0 ? 'none' : next.slice(0, 3).map(time).join(', ')],
    ]),
    '',
    table(
      ['Last runs', 'Outcome', 'Campaign', 'Why'],
      last.map(({ scheduled_at: at, outcome, batch_id: batch, skip }) => [
        time(at),
        outcome,
        batch ?? '–',
        skip?.message ?? '',
      ]),
    ),
  ].join('\n');
  return { json: recurring, text };
}
