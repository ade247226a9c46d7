import { type Document, listOperations, nameOfRef, type Schema } from '../../api/documentation/document.ts';
import { readSchemas } from '../../api/documentation/schemas.ts';

/** A file of types, made of an OpenAPI document: a type for each schema, and one for each operation's query. @param source path of the document */
export function renderClientTypes(document: Document, source: string): string {
  const schemas = Object.entries(readSchemas(document)).map(
    ([name, schema]) => `${docOf(schema, '')}export type ${tsName(name)} = ${typeOf(schema, '')};\n`,
  );
  const queries = listOperations(document).flatMap(({ operation }) => {
    const parameters = (operation.parameters ?? []).filter((one) => one.in === 'query');
    if (parameters.length === 0) return [];
    const name = `${pascal(operation.operationId ?? '')}Query`;
    const properties = Object.fromEntries(parameters.map((one) => [one.name, one.schema]));
    const required = parameters.filter((one) => one.required === true).map((one) => one.name);
    const type = typeOf({ type: 'object', properties, required }, '');
    return [`/** What ${operation.operationId} takes in its query. */\nexport type ${name} = ${type};\n`];
  });
  return [
    `// Made of ${source} by \`npm run docs\`; a test fails while it is stale.\n`,
    ...schemas,
    ...queries,
  ].join('\n');
}

function typeOf(schema: Schema, indent: string): string {
  const named = nameOfRef(schema.$ref);
  if (named !== null) return tsName(named);
  if ('const' in schema) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => typeOf(one, indent)).join(' | ');
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(' | ');
  }
  switch (schema.type) {
    case 'object':
      return objectType(schema, indent);
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

/** JavaScript's own Error keeps its name. */
function tsName(name: string): string {
  return name === 'Error' ? 'ErrorBody' : name;
}

function objectType(schema: Schema, indent: string): string {
  if (schema.properties === undefined) {
    const { additionalProperties } = schema;
    const value = isSchema(additionalProperties) ? typeOf(additionalProperties, indent) : 'unknown';
    return `Readonly<Record<string, ${value}>>`;
  }
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const deeper = `${indent}  `;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const key = /^[a-z_][a-z0-9_]*$/i.test(name) ? name : literal(name);
    const optional = required.has(name) ? '' : '?';
    return `${docOf(property, deeper)}${deeper}readonly ${key}${optional}: ${typeOf(property, deeper)}${optional === '?' ? ' | undefined' : ''};\n`;
  });
  return `{\n${properties.join('')}${indent}}`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

function docOf({ description }: Schema, indent: string): string {
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('\n', ' ')} */\n` : '';
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
