import type { Batch, Client } from '../../src/index.ts';
import { shownOutcome, toExitCode } from '../batches/run.ts';
import { askToStart, START_OPTIONS, startBatch, watchToEnd } from '../batches/start.ts';
import { type Command, EXIT, type Given, type Session, type Shown } from '../spec.ts';
import { knownOutcome } from '../unknown.ts';

/** `batch start` and what moves the start of a campaign that was checked. */
export const SCHEDULE_COMMANDS: readonly Command[] = [
  {
    name: 'batch start',
    args: ['BATCH'],
    summary: 'Starts a checked campaign with its cost and its rows as they are now, and shows progress.',
    options: START_OPTIONS,
    notes: 'For a campaign whose rows you changed, or that was uploaded in another way.',
    run: start,
  },
  {
    name: 'batch schedule',
    args: ['BATCH'],
    summary: 'Starts a checked campaign at a later time, or moves the start of a scheduled one.',
    options: {
      at: {
        kind: 'value',
        value: 'TIME',
        required: true,
        help: 'when it starts, with its time zone, for example 2026-12-01T08:00:00+01:00',
      },
      'send-between': {
        kind: 'value',
        value: 'HOURS',
        help: "buy only in these hours of the recipients' local time, for example 09:00-20:00; any: at any hour",
      },
      ...START_OPTIONS,
    },
    notes: 'If you move the start of a scheduled campaign, the cost that you agreed to stays the same.',
    run: schedule,
  },
  moving('start-now', 'Starts a scheduled campaign before its time. The agreed cost stays the same.'),
  moving('unschedule', 'Removes the start of a scheduled campaign, which then waits for batch start.'),
];

async function start({ terminal, api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const batch = await client.batches.get(given.args[0] ?? '');
  const ended = await watchToEnd(client, terminal, await startBatch(client, terminal, batch, given));
  return shownOutcome(ended, toExitCode(ended));
}

async function schedule({ terminal, api }: Session, given: Given): Promise<Shown> {
  const client = api();
  const batch = await client.batches.get(given.args[0] ?? '');
  const at = given.value('at') ?? '';
  const hours = given.value('send-between');
  const agreed = batch.stage === 'scheduled' ? {} : await askToStart(terminal, batch, given, at);
  const wanted = {
    ...agreed,
    start_at: at,
    ...(hours === undefined ? {} : { send_between: hours === 'any' ? null : hours }),
  };
  const scheduled = await known(terminal, batch, () => client.batches.schedule(batch.id, wanted));
  return shownOutcome(scheduled, EXIT.done);
}

function moving(name: 'start-now' | 'unschedule', summary: string): Command {
  const request = ({ batches }: Client, id: string) =>
    name === 'start-now' ? batches.startNow(id) : batches.unschedule(id);
  return {
    name: `batch ${name}`,
    args: ['BATCH'],
    summary,
    options: {},
    async run({ terminal, api }, given) {
      const client = api();
      const batch = await client.batches.get(given.args[0] ?? '');
      return shownOutcome(await known(terminal, batch, () => request(client, batch.id)), EXIT.done);
    },
  };
}

function known({ signal }: Session['terminal'], { id, reference }: Batch, request: () => Promise<Batch>) {
  const advice = `Its start may or may not have changed. To look at it, run: bundlewire-client batch show ${id}. You can also run the same command again.`;
  return knownOutcome({ reference, advice, signal }, request);
}
