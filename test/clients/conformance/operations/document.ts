import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A schema of the document, as far as samples need it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly examples?: readonly unknown[];
}

const AnySchema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const Content = z.record(z.string(), z.object({ schema: AnySchema }));
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z
          .array(
            z.object({
              name: z.string(),
              in: z.string(),
              required: z.boolean().default(false),
              schema: AnySchema,
            }),
          )
          .default([]),
        requestBody: z.object({ content: Content }).optional(),
        responses: z.record(z.string(), z.object({ content: Content.optional() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), AnySchema) }),
});

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation of the API, as the released document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With its parameters in braces: /v1/purchases/{purchase_id}. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** Without `cursor`, which the lists of the clients send by themselves. */
  readonly queryParameters: readonly Parameter[];
  /** Of a body in JSON; null if it takes none. */
  readonly body: Schema | null;
  /** The status and the schema of the answer in JSON; null if the answer is a file. */
  readonly answer: { readonly status: number; readonly schema: Schema } | null;
}

const text = readFileSync(join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8');
const document = Document.parse(JSON.parse(text));

/** Every operation of docs/openapi.json. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
    const [status = '', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
    const schema = response?.content?.['application/json']?.schema;
    return {
      id: operationId,
      method: method.toUpperCase(),
      path,
      pathParameters: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
      queryParameters: parameters.filter((each) => each.in === 'query' && each.name !== 'cursor'),
      body: requestBody?.content['application/json']?.schema ?? null,
      answer: schema === undefined ? null : { status: Number(status), schema },
    };
  }),
);

/** What a schema refers to. @throws Error if the document does not have it. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return found;
}
