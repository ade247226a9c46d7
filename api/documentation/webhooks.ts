import { EVENT_OBJECTS } from '../../contract/examples.ts';
import { EXTRA_EVENTS_WHEN, PURCHASE_EVENTS } from '../../contract/webhook-body.ts';
import { isObject, type Operation, refTo, type Schemas } from './document.ts';
import { makeExample } from './examples.ts';

const DESCRIPTION = `Sent to your endpoint by POST. Answer any 2xx within 10 seconds; anything else is a failed delivery and is
tried again 1 minute, 5 minutes, 30 minutes, 2 hours, 8 hours and 24 hours after the first attempt. The same event may come
more than once: remember ids. Events may come out of order: never move a purchase backwards.

Check the signature before you believe anything: HMAC-SHA256 of \`{Svc-Timestamp}.{raw body}\` with your secret, lower-case hex,
compared in constant time with each \`v1=\` value; refuse timestamps more than five minutes off.`;

const HEADERS: readonly [name: string, description: string, example: string][] = [
  ['Svc-Event-Id', 'The same on every retry of one event', 'evt_01kf0x9a3dfb7r9m2ptq4n6wze'],
  ['Svc-Event-Type', 'The type of the event', 'purchase.successful'],
  ['Svc-Timestamp', 'Unix time in seconds; fresh on every attempt', '1795253400'],
  [
    'Svc-Signature',
    '`v1=<hex>`; two values separated by a comma while a secret is being replaced',
    `v1=${'0'.repeat(64)}`,
  ],
];

/** The webhooks that clients receive, as OpenAPI 3.1 describes them. */
export function describeWebhooks(schemas: Schemas): Record<string, { readonly post: Operation }> {
  const describe = (events: Readonly<Record<string, string>>, schema: string) => {
    const event = makeExample({ ...refTo(schema) }, schemas);
    return Object.entries(events).map(
      ([type, when]) =>
        [type, { post: describeEvent(type, when, schema, eventExample(event, type)) }] as const,
    );
  };
  return Object.fromEntries([
    ...describe(PURCHASE_EVENTS, 'PurchaseEvent'),
    ...describe(EXTRA_EVENTS_WHEN, 'BatchEvent'),
  ]);
}

/** The example of an event of one type: its object is in the state that the event announces. */
function eventExample(event: unknown, type: string): unknown {
  const data = EVENT_OBJECTS[type];
  return isObject(event)
    ? { ...event, type, ...(data === undefined ? {} : { data: { object: data } }) }
    : event;
}

function describeEvent(type: string, when: string, schemaName: string, example: unknown): Operation {
  return {
    operationId: type.replace(/\.(.)/, (_dot, letter: string) => letter.toUpperCase()),
    summary: type,
    description: `${when}\n\n${DESCRIPTION}`,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS.map(([name, description, value]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example: name === 'Svc-Event-Type' ? type : value,
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refTo(schemaName), example } },
    },
    responses: { '2XX': { description: 'Received' } },
  };
}
