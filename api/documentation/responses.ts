import { ERRORS } from '../../contract/errors.ts';
import { findAnswerExamples } from './answer-examples.ts';
import { type Operation, type Response, refTo, type Schemas } from './document.ts';
import { listErrorExamples } from './error-examples.ts';
import { inOrder, makeExample } from './examples.ts';

const OF_EVERY_OPERATION = ['401', '403', '429', '500'];
const OF_BODIES = ['408', '413', '415'];

const MEANING_OF_STATUS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: it happens after the answer',
  408: 'The body arrived too slowly',
  413: 'The body is too large',
  415: 'The content type or encoding of the body is not supported',
};

const MEANING_OF_REPLAY = 'This reference was used before: the resource as it is now';

/** Every answer of an operation with its headers, its error codes and an example of each. */
export function completeResponses(operation: Operation, schemas: Schemas): Record<string, Response> {
  const always =
    operation.requestBody === undefined ? OF_EVERY_OPERATION : [...OF_EVERY_OPERATION, ...OF_BODIES];
  const declared = Object.keys(operation.responses ?? {});
  const statuses = [...new Set([...declared, ...always])].toSorted();
  return Object.fromEntries(
    statuses.map((status) => {
      const given = operation.responses?.[status];
      const response =
        Number(status) < 400
          ? describeSuccess(operation, status, given, schemas)
          : describeErrors(operation, status);
      return [status, { ...response, headers: listHeaders(status, statuses, response.content) }];
    }),
  );
}

function describeSuccess(
  operation: Operation,
  status: string,
  given: Response | undefined,
  schemas: Schemas,
): Response {
  const { description = '', content = {} } = given ?? {};
  const isReplay = status === '200' && operation.responses?.[201] !== undefined;
  const meaning = isReplay ? MEANING_OF_REPLAY : (MEANING_OF_STATUS[status] ?? '');
  return {
    description: description === 'Default Response' ? meaning : description,
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const { schema = {} } = media;
        const found = findAnswerExamples(operation.operationId ?? '', status, type);
        const { example, examples } = found ?? { example: makeExample(schema, schemas) };
        const ordered = (value: unknown) => inOrder(value, schema, schemas);
        if (examples === undefined) return [type, { ...media, example: ordered(example) }];
        const named = Object.entries(examples).map(([name, { summary, value }]) => [
          name,
          { summary, value: ordered(value) },
        ]);
        return [type, { ...media, examples: Object.fromEntries(named) }];
      }),
    ),
  };
}

function describeErrors(operation: Operation, status: string): Response {
  const byCode = Map.groupBy(listErrorExamples(operation, status), ({ error }) => error.code);
  const meanings = [...byCode.keys()].map((code) => `\`${code}\`: ${meaningOf(code)}`);
  const named = [...byCode].flatMap(([code, bodies]) =>
    bodies.map((value, nth) => [
      nth === 0 ? code : `${code}_${nth + 1}`,
      { summary: meaningOf(code), value },
    ]),
  );
  return {
    description: MEANING_OF_STATUS[status] ?? `${meanings.join('. ')}.`,
    content: { 'application/json': { schema: refTo('Error'), examples: Object.fromEntries(named) } },
  };
}

function meaningOf(code: string): string {
  const meanings: Readonly<Record<string, { readonly meaning: string }>> = ERRORS;
  return meanings[code]?.meaning ?? '';
}

const RETRY_LATER = ['429', '500', '503'];

function listHeaders(
  status: string,
  statuses: readonly string[],
  content: Response['content'],
): Record<string, { $ref: string }> {
  const isReplay = status === '200' && statuses.includes('201');
  const names = [
    'Svc-Request-Id',
    ...(status === '401' // Refused before it is counted.
      ? []
      : ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(RETRY_LATER.includes(status) ? ['Retry-After'] : []),
    ...(isReplay ? ['Svc-Idempotent-Replay'] : []),
    ...(Number(status) >= 400 ? ['Content-Language'] : []),
    ...(isFile(content) ? ['Content-Disposition'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Whether an answer can be a file to save. */
function isFile(content: Response['content'] = {}): boolean {
  return Object.keys(content).some((type) => !['application/json', 'text/event-stream'].includes(type));
}

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** Every header that answers have. */
export const HEADERS = {
  'Svc-Request-Id': {
    description: 'Id of the request, unique. Quote it when you ask us about a request.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
    example: 'req_01kf0x8w9mfb7r9m2ptq4n6wze',
  },
  'RateLimit-Limit': { description: 'Requests allowed in the window.', schema: count, example: 100 },
  'RateLimit-Remaining': { description: 'Requests left in the window.', schema: count, example: 99 },
  'RateLimit-Reset': { description: 'Seconds until the next window.', schema: count, example: 1 },
  'Retry-After': {
    description: 'Seconds to wait before you send the same request again.',
    schema: count,
    example: 1,
  },
  'Svc-Idempotent-Replay': {
    description: '`true` if the reference was used before, and nothing new was created.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Content-Language': {
    description: 'Language of `error.message`: `fr` if `Accept-Language` prefers French, otherwise `en`.',
    schema: text,
    example: 'en',
  },
  'Content-Disposition': {
    description: 'Name of the file. Answers in JSON do not have it.',
    schema: text,
    example: 'attachment; filename="campaign-template.xlsx"',
  },
  'WWW-Authenticate': { description: 'The authentication scheme.', schema: text, example: 'Bearer' },
};
