import { EVENT_OBJECTS } from '../../contract/examples/events.ts';
import {
  APPROVAL_EVENTS_WHEN,
  BATCH_EVENTS_WHEN,
  PURCHASE_EVENTS_WHEN,
} from '../../contract/webhook-body.ts';
import { isObject, type Operation, refTo, type Schemas } from './document.ts';
import { inOrder, makeExample } from './examples.ts';

const DESCRIPTION = `Sent by POST to your endpoint. Answer any 2xx within 10 seconds. Anything else is a failed delivery, and is
repeated 1 minute, 5 minutes, 30 minutes, 2 hours, 8 hours and 24 hours after the first attempt.

The same event may arrive more than once: record event ids, and ignore repeats. Events may arrive out of order: never move a
purchase backwards.

Verify the signature first. Compute the HMAC-SHA256 of \`{Svc-Timestamp}.{raw body}\` with your secret, in lower-case hex, and
compare it in constant time with each \`v1=\` value. Reject the event if the timestamp is more than five minutes from your clock.`;

const HEADERS: readonly [name: string, description: string, example: string][] = [
  ['Svc-Event-Id', 'Id of the event, the same on every attempt.', 'evt_01kf0x9a3dfb7r9m2ptq4n6wze'],
  ['Svc-Event-Type', 'Type of the event.', 'purchase.successful'],
  ['Svc-Timestamp', 'Unix time in seconds, new on every attempt.', '1795253400'],
  [
    'Svc-Signature',
    '`v1=<hex>`; two values separated by a comma while your secret is being rotated.',
    `v1=${'0'.repeat(64)}`,
  ],
];

const ANSWERS = {
  '2XX': { description: 'Received' },
  '4XX': { description: 'Rejected, for example because the signature is wrong. The event is sent again' },
};

/**
 * The callback of resending: one of the webhooks. Some generators drop schemas that only webhooks use; here a path uses them.
 */
export function describeResentEvent(): NonNullable<Operation['callbacks']> {
  const oneOf = [refTo('PurchaseEvent'), refTo('BatchEvent'), refTo('ApprovalEvent')];
  const post: Operation = {
    summary: 'The event, as its webhook',
    description: 'Sent to your endpoint, with the headers of every webhook.',
    requestBody: { required: true, content: { 'application/json': { schema: { oneOf } } } },
    responses: ANSWERS,
  };
  return { webhook: { 'https://your-endpoint.example/webhooks': { post } } };
}

/** Describes the webhooks that clients receive. */
export function describeWebhooks(schemas: Schemas): Record<string, { readonly post: Operation }> {
  const describe = (events: Readonly<Record<string, string>>, schema: string) => {
    const event = makeExample({ ...refTo(schema) }, schemas);
    return Object.entries(events).map(
      ([type, when]) =>
        [
          type,
          {
            post: describeEvent(
              type,
              when,
              schema,
              inOrder(eventExample(event, type), refTo(schema), schemas),
            ),
          },
        ] as const,
    );
  };
  return Object.fromEntries([
    ...describe(PURCHASE_EVENTS_WHEN, 'PurchaseEvent'),
    ...describe(BATCH_EVENTS_WHEN, 'BatchEvent'),
    ...describe(APPROVAL_EVENTS_WHEN, 'ApprovalEvent'),
  ]);
}

/** The example of an event of one type, with its resource in the state that the event reports. */
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
    responses: ANSWERS,
  };
}
