import type { Document } from '../../../api/documentation/document.ts';
import { validateBody } from './schemas.ts';

/** Options of curl with a value. */
const WITH_VALUE = new Set([
  '-H',
  '-d',
  '--data',
  '--data-binary',
  '-X',
  '-F',
  '-o',
  '-w',
  '-u',
  '-m',
  '--request',
]);
/** Addresses that are not in the OpenAPI document: pages, and what monitoring reads. */
const OTHER_PATHS = /^\/(docs|campaigns|openapi\.json|health|healthz|livez|readyz|metrics|gateways\/)/;

/**
 * Checks a request of the documentation: its path, method, parameters and JSON body, by the OpenAPI document.
 * @returns what is wrong with it, or null
 */
export function checkCurl(args: readonly string[], document: Document): string | null {
  const options: (readonly [string, string])[] = [];
  const urls: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (WITH_VALUE.has(arg)) {
      at += 1;
      options.push([arg, args[at] ?? '']);
    } else if (!arg.startsWith('-')) urls.push(arg);
  }
  const findValue = (...names: string[]) => options.find(([name]) => names.includes(name))?.[1];
  const body = findValue('-d', '--data', '--data-binary');
  const method = (findValue('-X', '--request') ?? (body === undefined ? 'GET' : 'POST')).toLowerCase();

  const [, address = ''] = /^(?:"?\$\{?[A-Z_]+\}?|https?:\/\/[^/]+)(\/.*)?$/.exec(urls[0] ?? '') ?? [];
  const [path = '', query = ''] = address.split('?', 2);
  if (OTHER_PATHS.test(path)) return null;
  const template = Object.keys(document.paths).find((one) => matches(one, path));
  const operation = document.paths[template ?? '']?.[method];
  if (operation === undefined) return `${method.toUpperCase()} ${path} is not in the OpenAPI document`;

  const known = (operation.parameters ?? []).map(({ name }) => name);
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) return `${template} has no parameter ${unknown}`;
  if (body === undefined || body.startsWith('@')) return null;
  return validateBody(document, operation, body);
}

function matches(template: string, path: string): boolean {
  const [parts, given] = [template.split('/'), path.split('/')];
  return (
    parts.length === given.length && parts.every((part, at) => part.startsWith('{') || part === given[at])
  );
}
