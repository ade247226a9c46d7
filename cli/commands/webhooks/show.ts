import type { Command } from 'commander';
import { type ClientEndpoint, countWaiting, listClientEndpoints } from '../../../db/endpoints/endpoints.ts';
import { type EndpointSummary, findEndpoint } from '../../../db/webhooks/endpoints.ts';
import { judgeStanding } from '../../../domain/webhook/endpoint-standing.ts';
import { knownAccount } from '../../account.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

/** `webhook show`: every endpoint of an account. */
export function addShowCommand(webhook: Command, frame: Frame): void {
  frame
    .reads(
      webhook,
      'show [account]',
      "Shows an account's endpoints, those that its client set over the API too, and how they work.",
    )
    .action(frame.does(show));
}

/** An endpoint that a client set, and how many attempts wait for it. */
type Waited = ClientEndpoint & { readonly waiting: number };

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const { id } = await knownAccount(session, accountText);
  const pool = session.pool();
  const [operators, set, waiting] = await Promise.all([
    findEndpoint(pool, id),
    listClientEndpoints(pool, id),
    countWaiting(pool, id),
  ]);
  const clients = set.map((one): Waited => ({ ...one, waiting: waiting.get(one.id) ?? 0 }));
  if (operators === null && clients.length === 0) {
    return { json: null, text: `${id} has no webhook endpoint.` };
  }
  const sections = [
    operators === null ? `Operators have set no endpoint for ${id}.` : operatorsText(operators),
    ...(clients.length === 0 ? [] : [`Set by the client over the API\n${clientsText(clients)}`]),
  ];
  return {
    json: {
      account_id: id,
      ...(operators === null ? { url: null } : operatorsJson(operators)),
      client_endpoints: clients.map(clientJson),
    },
    text: sections.join('\n\n'),
  };
}

function operatorsJson(endpoint: EndpointSummary): object {
  const { url, extraEvents, record, deliveredAt, formerUntil, waiting } = endpoint;
  return {
    url,
    extra_events: extraEvents,
    standing: judgeStanding(record),
    failures_in_a_row: record.failures,
    delivered_at: deliveredAt,
    former_secret_until: formerUntil,
    waiting,
  };
}

function operatorsText({
  url,
  extraEvents,
  record,
  deliveredAt,
  formerUntil,
  waiting,
}: EndpointSummary): string {
  return fields([
    ['Address', url],
    ['Events', ['purchase.*', ...extraEvents].join(', ')],
    ['State', STANDINGS[judgeStanding(record)]],
    ['Failures in a row', String(record.failures)],
    ['Last delivery', time(deliveredAt)],
    ['Former secret signs until', time(formerUntil)],
    ['Attempts waiting', String(waiting)],
  ]);
}

function clientJson(endpoint: Waited): object {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    enabled: endpoint.enabled,
    standing: judgeStanding(endpoint.record),
    failures_in_a_row: endpoint.record.failures,
    delivered_at: endpoint.deliveredAt,
    former_secret_until: endpoint.formerUntil,
    waiting: endpoint.waiting,
  };
}

function clientsText(endpoints: readonly Waited[]): string {
  return table(
    ['Endpoint', 'Address', 'Events', 'State', 'Failures in a row', 'Last delivery', 'Waiting'],
    endpoints.map(({ id, url, eventTypes, enabled, record, deliveredAt, waiting }) => [
      id,
      url,
      eventTypes.join(', '),
      enabled ? STANDINGS[judgeStanding(record)] : 'disabled by the client: nothing is sent',
      String(record.failures),
      time(deliveredAt),
      String(waiting),
    ]),
  );
}

const STANDINGS = {
  proven: 'working',
  unproven: 'new: no delivery yet',
  failing: 'failing: attempts follow the schedule, in separate slots',
};
