import {
  type Document,
  listOperations,
  mapObjects,
  nameOfRef,
  refTo,
  type Schema,
  type Schemas,
} from './document.ts';

/**
 * Tidies the generated schemas: one name for a schema that requests and responses share, no bounds that only JavaScript's
 * integers have, no patterns that repeat a format.
 */
export function tidySchemas(document: Document): Document {
  const tidied = mapObjects(document, tidySchema);
  const names = sharedNames(readSchemas(tidied));
  const renamed = mapObjects(tidied, (part) => {
    const name = names.get(nameOfRef(part.$ref) ?? '');
    return name === undefined ? part : { ...part, ...refTo(name) };
  });
  return withSchemas(
    renamed,
    Object.fromEntries(
      Object.entries(readSchemas(renamed)).map(([name, schema]) => [names.get(name) ?? name, schema]),
    ),
  );
}

/**
 * Allows further fields in answers, so that a new field does not break generated clients. Schemas of requests stay closed:
 * the API rejects unknown fields.
 */
export function openAnswers(document: Document): Document {
  const sent = namesIn(
    listOperations(document).map(({ operation }) => operation.requestBody),
    readSchemas(document),
  );
  const open = ({ additionalProperties, ...rest }: Schema): Schema =>
    additionalProperties === undefined || additionalProperties === false
      ? rest
      : { ...rest, additionalProperties };
  const schemas = Object.entries(readSchemas(document)).map(([name, schema]) => [
    name,
    sent.has(name) ? schema : mapObjects(schema, open),
  ]);
  return withSchemas(document, Object.fromEntries(schemas));
}

/** Drops the schemas that nothing refers to. */
export function withoutUnusedSchemas(document: Document): Document {
  const schemas = readSchemas(document);
  const used = namesIn([document.paths, document.webhooks], schemas);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return withSchemas(document, Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

/** The names of the schemas that a part of the document refers to, directly or through others. */
function namesIn(part: unknown, schemas: Schemas): ReadonlySet<string> {
  const names = new Set<string>();
  const follow = (each: unknown) => {
    mapObjects(each, (object) => {
      const name = nameOfRef(object.$ref);
      if (name !== null && !names.has(name)) {
        names.add(name);
        follow(schemas[name]);
      }
      return object;
    });
  };
  follow(part);
  return names;
}

export function readSchemas(document: Document): Schemas {
  return document.components?.schemas ?? {};
}

function withSchemas(document: Document, schemas: Schemas): Document {
  return { ...document, components: { ...document.components, schemas } };
}

const INPUT = 'Input';

/** Schemas of requests are generated as `…Input`. They lose the suffix unless a different schema has that name. */
function sharedNames(schemas: Schemas): Map<string, string> {
  const bare = (schema: Schema) =>
    JSON.stringify(
      mapObjects(schema, ({ $ref, ...rest }) =>
        $ref === undefined
          ? rest
          : { ...rest, $ref: $ref.endsWith(INPUT) ? $ref.slice(0, -INPUT.length) : $ref },
      ),
    );
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]): [string, string][] => {
      if (!name.endsWith(INPUT)) return [];
      const shared = name.slice(0, -INPUT.length);
      const twin = schemas[shared];
      return twin === undefined || bare(twin) === bare(schema) ? [[name, shared]] : [];
    }),
  );
}

function tidySchema(schema: Schema): Schema {
  const { pattern, minimum, maximum, propertyNames, ...rest } = schema;
  const isNeeded =
    pattern !== undefined &&
    schema.format !== 'date-time' &&
    schema.format !== 'date' &&
    schema.type !== 'integer';
  // Without it, generated clients of some languages use 32 bits, which are too few for amounts.
  const isWide = schema.type === 'integer' && (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER);
  return {
    ...rest,
    ...(isWide ? { format: 'int64' } : {}),
    ...(isNeeded ? { pattern } : {}),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(propertyNames === undefined || JSON.stringify(propertyNames) === '{"type":"string"}'
      ? {}
      : { propertyNames }),
  };
}
