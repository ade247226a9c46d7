/** The parts of an OpenAPI 3.1 document that are used here. */
export interface Document {
  [key: string]: unknown;
  paths: Record<string, Record<string, Operation>>;
  components?: { [key: string]: unknown; schemas?: Schemas };
  webhooks?: Record<string, { readonly post: Operation }>;
}

export interface Operation {
  [key: string]: unknown;
  operationId?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, Response>;
  callbacks?: Record<string, Record<string, { readonly post: Operation }>>;
  /** The right that a key or person needs. */
  'x-required-right'?: string;
  /** The body of a request that is not JSON, which no schema validates. */
  'x-request-body'?: Body;
}

export interface Parameter {
  [key: string]: unknown;
  name: string;
  in: string;
  schema: Schema;
}

export interface Body {
  required?: boolean;
  description?: string;
  content: Record<string, Media>;
}

export interface Response {
  description: string;
  headers?: Record<string, { readonly $ref: string }>;
  content?: Record<string, Media>;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { readonly summary: string; readonly value: unknown }>;
}

/** The parts of a JSON Schema that are used here. */
export interface Schema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string | readonly string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  items?: Schema;
  enum?: unknown[];
  examples?: unknown[];
}
export type Schemas = Record<string, Schema>;

const REF = '#/components/schemas/';

/** The name of the schema that a reference points to; null if it is not such a reference. */
export function nameOfRef(ref: string | undefined): string | null {
  return ref?.startsWith(REF) ? ref.slice(REF.length) : null;
}

export function refTo(name: string): { $ref: string } {
  return { $ref: REF + name };
}

export function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A copy with every object in it replaced by what `change` makes of it, the inner ones first. */
export function mapObjects<T>(value: T, change: (object: Schema) => Schema): T;
export function mapObjects(value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => mapObjects(item, change));
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)] as const);
  return change(Object.fromEntries(inner));
}

/** Every operation of a document, with its path and method. */
export function listOperations({
  paths,
}: Document): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
}
