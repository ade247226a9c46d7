import { isObject, nameOfRef, type Schema, type Schemas } from './document.ts';

/** The example of a schema: its own if it has one, otherwise built from those of its parts. */
export function makeExample(schema: Schema, schemas: Schemas): unknown {
  const [given] = schema.examples ?? [];
  if (given !== undefined) return given;
  const named = nameOfRef(schema.$ref);
  if (named !== null) return makeExample(schemas[named] ?? {}, schemas);
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOfChoice(schema.anyOf, schemas);
  if (Array.isArray(schema.type)) {
    return exampleOfChoice(
      schema.type.map((type) => ({ ...schema, type })),
      schemas,
    );
  }
  return exampleOfType(schema, schemas);
}

/** A value that may be null, and has no example, is null. */
function exampleOfChoice(choices: readonly Schema[], schemas: Schemas): unknown {
  const [first = {}] = choices.filter(({ type }) => type !== 'null');
  const isPlain = first.type === 'string' && first.format === undefined && first.enum === undefined;
  const mayBeNull = choices.some(({ type }) => type === 'null');
  return mayBeNull && isPlain && first.examples === undefined ? null : makeExample(first, schemas);
}

function exampleOfType(schema: Schema, schemas: Schemas): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          makeExample(property, schemas),
        ]),
      );
    case 'array':
      return isObject(schema.items) ? [makeExample(schema.items, schemas)] : [];
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'string':
      return exampleOfText(schema);
    default:
      return null;
  }
}

function exampleOfText({ format }: Schema): string {
  switch (format) {
    case 'date-time':
      return '2026-11-20T09:30:00.000Z';
    case 'date':
      return '2026-11-20';
    default:
      return 'text';
  }
}

/** An example with its fields in the order of the schema. */
export function inOrder(value: unknown, schema: Schema, schemas: Schemas): unknown {
  const named = nameOfRef(schema.$ref);
  if (named !== null) return inOrder(value, schemas[named] ?? {}, schemas);
  const [choice] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (choice !== undefined) return inOrder(value, choice, schemas);
  if (Array.isArray(value)) return value.map((item: unknown) => inOrder(item, schema.items ?? {}, schemas));
  if (!isObject(value)) return value;
  const properties = schema.properties ?? {};
  const names = [...new Set([...Object.keys(properties), ...Object.keys(value)])];
  return Object.fromEntries(
    names
      .filter((name) => name in value)
      .map((name) => [name, inOrder(value[name], properties[name] ?? {}, schemas)]),
  );
}
