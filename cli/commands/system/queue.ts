import type { Command } from 'commander';
import { listQueuedEndpoints } from '../../../db/endpoints/queued.ts';
import { listQueues, renderQueuedEndpoint } from '../../../services/staff/queues.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';

const LIMIT_MAX = 1_000;

/** `queue`: what workers must still do. */
export function addQueueCommands(program: Command, frame: Frame): void {
  const queue = program
    .command('queue')
    .description('What workers must still do: purchases, webhooks and e-mails.');
  frame
    .reads(
      queue,
      'list',
      'Lists the queues of the outbox: how much waits, since when, and for which accounts.',
    )
    .option('--all', 'also those that are empty')
    .action(frame.does<{ readonly all?: boolean }>(list));
  frame
    .reads(
      queue,
      'endpoints',
      'Lists webhook endpoints for which attempts wait or fail, those with the most that waits first. Retrying and given up are events of the last two days.',
    )
    .option('--limit <number>', 'most endpoints to list', '100')
    .action(frame.does<{ readonly limit: string }>(endpoints));
}

async function list(session: Session, { all = false }: { readonly all?: boolean }): Promise<Shown> {
  const queues = await listQueues(session.pool());
  const shown = queues.filter(({ waiting, taken }) => all || waiting + taken > 0);
  return {
    json: shown,
    text: table(
      ['Queue', 'Waiting', 'Taken', 'Oldest since', 'In flight', 'Accounts', 'Most'],
      shown.map((queue) => [
        queue.name,
        String(queue.waiting),
        String(queue.taken),
        since(queue.oldest_at),
        queue.in_flight === null ? '–' : `${queue.in_flight}/${queue.in_flight_max}`,
        String(queue.lanes),
        queue.longest_lanes
          .slice(0, 3)
          .map(({ account_name: name, waiting, taken }) => `${name ?? 'no account'}: ${waiting + taken}`)
          .join(', '),
      ]),
      'Nothing waits in a queue.',
    ),
  };
}

async function endpoints(session: Session, options: { readonly limit: string }): Promise<Shown> {
  const limit = wholeNumber('--limit', options.limit, 1, LIMIT_MAX);
  const found = (await listQueuedEndpoints(session.pool(), null, limit)).map(renderQueuedEndpoint);
  return {
    json: found,
    text: table(
      [
        'Account',
        'Endpoint',
        'Address',
        'State',
        'Waiting',
        'Oldest since',
        'Retrying',
        'Given up of 2 days',
      ],
      found.map((one) => [
        one.account_name,
        one.endpoint_id ?? 'set by operators',
        one.url,
        one.standing,
        String(one.waiting),
        since(one.oldest_at),
        counted(one.retrying),
        counted(one.failed_two_days),
      ]),
      'No attempt waits, and no endpoint fails.',
    ),
  };
}

/** More than 1,000 events are not counted. */
function counted(events: number): string {
  return events > 1_000 ? '1,000+' : String(events);
}

function since(at: string | null): string {
  return time(at === null ? null : new Date(at));
}
