import { type Operation, resolve, type Schema } from './document.ts';

/** Every field with a value, every field that can be null with null, or only the fields that are required. */
export type Variant = 'all' | 'null' | 'required';
export const VARIANTS: readonly Variant[] = ['all', 'null', 'required'];

const TIME = '2126-11-20T09:00:00.000Z';

/** A body of a request. */
export function sampleBody(schema: Schema, variant: Variant): Record<string, unknown> {
  const { properties = {}, required = [] } = resolve(schema);
  const names = Object.keys(properties).filter((name) => variant !== 'required' || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, sample(properties[name] ?? {}, variant)]));
}

/** Values for the query: none that the API would assume without the parameter. */
export function sampleQuery(operation: Operation, variant: Variant): Record<string, unknown> {
  const wanted = operation.queryParameters.filter(({ required }) => variant !== 'required' || required);
  return Object.fromEntries(wanted.map(({ name, schema }) => [name, sample(schema, variant)]));
}

/** An answer of the API: the example of its schema, or one made of the examples of its parts. */
export function sampleAnswer(schema: Schema): unknown {
  const found = resolve(schema);
  if (found.examples?.[0] !== undefined) return found.examples[0];
  if (found.items !== undefined) return [sampleAnswer(found.items)];
  if (found.properties === undefined) return sample(found, 'all');
  const parts = Object.entries(found.properties).map(([name, part]) => [name, sampleAnswer(part)]);
  const page = 'next_cursor' in found.properties ? { has_more: false, next_cursor: null } : {};
  return { ...Object.fromEntries(parts), ...page };
}

function sample(schema: Schema, variant: Variant): unknown {
  const found = resolve(schema);
  if (found.const !== undefined) return found.const;
  if (found.enum?.includes('true') === true) return 'true';
  if (found.enum !== undefined) return found.enum.findLast((value) => value !== found.default);
  if (found.anyOf !== undefined) {
    const isNull = ({ type }: Schema) => type === 'null';
    if (variant === 'null' && found.anyOf.some(isNull)) return null;
    return sample(found.anyOf.find((option) => !isNull(option)) ?? {}, variant);
  }
  switch (found.type) {
    case 'array':
      return [sample(found.items ?? {}, variant)];
    case 'object':
      return found.properties === undefined ? { shop: 'x' } : sampleBody(found, variant);
    case 'integer':
      return Math.min((found.minimum ?? 0) + 1, found.maximum ?? Number.MAX_SAFE_INTEGER);
    case 'boolean':
      return true;
    default:
      return found.format === 'date-time' ? TIME : 'x';
  }
}

/** The same value with every time in one form: clients write it in that of their language. */
export function withTimes(value: unknown): unknown {
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map(withTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTimes(each)]));
}
