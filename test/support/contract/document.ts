import { z } from 'zod';
import { type Media, mapObjects, nameOfRef, type Schema } from '../../../api/documentation/document.ts';
import { readSchemas } from '../../../api/documentation/schemas.ts';
import { readOpenApiDocument } from '../../../tools/docs/openapi-document.ts';

/** The OpenAPI document as the API serves it. */
export const document = await readOpenApiDocument();
export const schemas = readSchemas(document);

export function examplesOf({ example, examples }: Media): unknown[] {
  return [example, ...Object.values(examples ?? {}).map(({ value }) => value)].filter(
    (one) => one !== undefined,
  );
}

/** A schema of the document with everything that it refers to, as zod reads it. */
export function readable(schema: Schema): z.ZodType {
  const $defs: Record<string, Schema> = {};
  const local = (part: Schema): Schema =>
    mapObjects(part, (object) => {
      const name = nameOfRef(object.$ref);
      if (name === null) return object;
      const referred = schemas[name];
      if (referred !== undefined && !(name in $defs)) {
        // Before what it refers to, which may be itself.
        $defs[name] = referred;
        $defs[name] = local(referred);
      }
      return { $ref: `#/$defs/${name}` };
    });
  const whole: Parameters<typeof z.fromJSONSchema>[0] = JSON.parse(
    JSON.stringify({ ...local(schema), $defs }),
  );
  return z.fromJSONSchema(whole);
}
