import { type Words, writeLiteral } from './literals.ts';
import type { SampleBody, SampleRequest } from './request.ts';

const WORDS: Words = {
  text: (value) => `'${value.replaceAll(/[\\']/g, '\\$&')}'`,
  constants: ['true', 'false', 'null'],
  pair: (key, value) => `${/^'[a-z_]\w*'$/i.test(key) ? key.slice(1, -1) : key}: ${value}`,
  variable: (name) => `process.env.${name}`,
  object: ['{', '}'],
};

/** With fetch, in Node, Deno or Bun. */
export function writeTypeScript({ method, url, body, savesAs }: SampleRequest): string {
  const parts = url.map((part) => (typeof part === 'string' ? part : `\${process.env.${part.variable}}`));
  const quote = parts.some((part) => part.startsWith('$')) ? '`' : "'";
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...headersOf(body),
    ...(body?.kind === 'json'
      ? [`body: JSON.stringify(${writeLiteral(body.value, WORDS, '  ', '  ')}),`]
      : []),
    ...(body?.kind === 'csv' ? [`body: await readFile('${body.file}'),`] : []),
    'signal: AbortSignal.timeout(30_000),',
  ];
  return [
    ...(body?.kind === 'csv' ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...(savesAs === null ? [] : ["import { writeFile } from 'node:fs/promises';", '']),
    `const response = await fetch(${quote}${parts.join('')}${quote}, {`,
    ...options.map((line) => `  ${line}`),
    '});',
    'if (!response.ok) throw new Error(`HTTP $' + '{response.status}: $' + '{await response.text()}`);',
    savesAs === null
      ? 'console.log(await response.text());'
      : `await writeFile('${savesAs}', new Uint8Array(await response.arrayBuffer()));`,
  ].join('\n');
}

function headersOf(body: SampleBody | null): string[] {
  const authorization = 'Authorization: `Bearer $' + '{process.env.API_KEY}`';
  if (body === null) return [`headers: { ${authorization} },`];
  const type = body.kind === 'json' ? 'application/json' : 'text/csv';
  return ['headers: {', `  ${authorization},`, `  'Content-Type': '${type}',`, '},'];
}
