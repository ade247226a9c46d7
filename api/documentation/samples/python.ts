import { type Words, writeLiteral } from './literals.ts';
import type { SampleRequest } from './request.ts';

const WORDS: Words = {
  text: (value) => JSON.stringify(value),
  constants: ['True', 'False', 'None'],
  pair: (key, value) => `${key}: ${value}`,
  variable: (name) => `os.environ["${name}"]`,
  object: ['{', '}'],
};
const STEP = '    ';

/** With the standard library, in Python 3.9 or later. */
export function writePython({ method, url, body, savesAs }: SampleRequest): string {
  const parts = url.map((part) => (typeof part === 'string' ? part : `{os.environ['${part.variable}']}`));
  const prefix = parts.some((part) => part.startsWith('{')) ? 'f' : '';
  const type = body === null ? null : body.kind === 'json' ? 'application/json' : 'text/csv';
  const headers = `"Authorization": f"Bearer {os.environ['API_KEY']}"`;
  const lines = [
    `${prefix}"${parts.join('')}",`,
    `method="${method}",`,
    type === null ? `headers={${headers}},` : `headers={${headers}, "Content-Type": "${type}"},`,
    ...(body?.kind === 'json'
      ? [`data=json.dumps(${writeLiteral(body.value, WORDS, STEP, STEP)}).encode(),`]
      : []),
    ...(body?.kind === 'csv' ? [`data=open("${body.file}", "rb").read(),`] : []),
  ];
  return [
    ...(body?.kind === 'json' ? ['import json'] : []),
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    ...lines.map((line) => STEP + line),
    ')',
    'with urllib.request.urlopen(request, timeout=30) as response:',
    savesAs === null
      ? `${STEP}print(response.read().decode())`
      : `${STEP}open("${savesAs}", "wb").write(response.read())`,
  ].join('\n');
}
