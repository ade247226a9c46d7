import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseGateways } from '../../../adapters/registry.ts';
import type { Document, Operation } from '../../../api/documentation/document.ts';
import { readTarget } from '../../../services/batches/header.ts';
import { parseNetworkFile } from '../../../services/catalogue/network-file.ts';

/**
 * Checks a JSON block by what it is: an object of the API, an error, a gateways file or a part of one, a network's file.
 * @returns what is wrong with it, or null
 */
export function checkJson(text: string, document: Document): string | null {
  // `…` stands for a value of the reader.
  const json: unknown = JSON.parse(text.replaceAll('…', 'example'));
  if (typeof json !== 'object' || json === null) return 'is not an object';
  if (isColumnMap(json)) return null;
  const schema = schemaOf(json, document);
  if (schema !== null) return validate(document, schema, json);
  try {
    if ('networks' in json) parseGateways(JSON.stringify(json));
    else if ('protocol' in json) parseGateways(JSON.stringify({ networks: { net_example: { live: json } } }));
    else if ('bundles' in json) parseNetworkFile(JSON.stringify(json));
    else if (Object.keys(json).every((key) => key.startsWith('net_')))
      parseGateways(JSON.stringify({ networks: json }));
    else return 'is none of the objects that test/support/docs/schemas.ts knows';
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The form field `columns` of an upload: our column's name to the file's. A purchase has `+…` as its number. */
function isColumnMap(json: object): boolean {
  return (
    Object.entries(json).length > 0 &&
    Object.entries(json).every(
      ([column, name]) => readTarget(column) !== null && typeof name === 'string' && !name.startsWith('+'),
    )
  );
}

/** Validates a JSON body by the operation's schema. */
export function validateBody(document: Document, { requestBody }: Operation, body: string): string | null {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return 'takes no JSON body';
  return validate(document, schema, JSON.parse(body));
}

/** The component that an object of the API is: errors by their key, others by `object`, events by their type. */
function schemaOf(json: object, document: Document): object | null {
  if ('error' in json) return reference('Error');
  if ('reference' in json && 'phone_number' in json && !('object' in json))
    return reference('CreatePurchase');
  if (!('object' in json)) return null;
  if (json.object === 'event') {
    const type = 'type' in json ? String(json.type) : '';
    if (type.startsWith('approval.')) return reference('ApprovalEvent');
    return reference(type.startsWith('batch.') ? 'BatchEvent' : 'PurchaseEvent');
  }
  const found = Object.entries(document.components?.schemas ?? {}).find(
    ([, { properties }]) => asConst(properties?.object) === json.object,
  );
  return found === undefined ? null : reference(found[0]);
}

function asConst(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && 'const' in schema ? schema.const : undefined;
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function validate(document: Document, schema: object, value: unknown): string | null {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const check = ajv.compile({ ...schema, components: document.components });
  return check(value) ? null : ajv.errorsText(check.errors);
}
