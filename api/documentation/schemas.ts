import { type Document, mapObjects, nameOfRef, refTo, type Schema, type Schemas } from './document.ts';

/**
 * Makes the generated schemas fit to be read: one name for a schema that requests and responses share, no bounds that are
 * those of JavaScript's integers, no patterns that repeat a format; and none that nothing refers to.
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

/** Drops the schemas that nothing refers to. */
export function withoutUnusedSchemas(document: Document): Document {
  const schemas = readSchemas(document);
  const used = new Set<string>();
  const follow = (part: unknown) => {
    mapObjects(part, (object) => {
      const name = nameOfRef(object.$ref);
      if (name !== null && !used.has(name)) {
        used.add(name);
        follow(schemas[name]);
      }
      return object;
    });
  };
  follow([document.paths, document.webhooks]);
  const kept = Object.entries(schemas).filter(([name]) => used.has(name));
  return withSchemas(document, Object.fromEntries(kept.toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

export function readSchemas(document: Document): Schemas {
  return document.components?.schemas ?? {};
}

function withSchemas(document: Document, schemas: Schemas): Document {
  return { ...document, components: { ...document.components, schemas } };
}

const INPUT = 'Input';

/** Requests' schemas are generated as `…Input`; where no response has another of that name, the name is free. */
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
  const saysMore =
    pattern !== undefined &&
    schema.format !== 'date-time' &&
    schema.format !== 'date' &&
    schema.type !== 'integer';
  // Without it, generated clients of some languages take 32 bits, and amounts do not fit.
  const isWide = schema.type === 'integer' && (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER);
  return {
    ...rest,
    ...(isWide ? { format: 'int64' } : {}),
    ...(saysMore ? { pattern } : {}),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
    ...(propertyNames === undefined || JSON.stringify(propertyNames) === '{"type":"string"}'
      ? {}
      : { propertyNames }),
  };
}
