import { type Words, writeLiteral } from './literals.ts';
import type { SampleRequest } from './request.ts';

const WORDS: Words = {
  text: (value) => `'${value.replaceAll(/[\\']/g, '\\$&')}'`,
  constants: ['true', 'false', 'null'],
  pair: (key, value) => `${key} => ${value}`,
  variable: (name) => `getenv('${name}')`,
  object: ['[', ']'],
};
const STEP = '    ';

/** With the curl extension, in PHP 8.1 or later. */
export function writePhp({ method, url, body, savesAs }: SampleRequest): string {
  const address = url
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? `'${part}'` : `getenv('${part.variable}')`))
    .join(' . ')
    .replaceAll("' . '", '');
  const headers = ["'Authorization: Bearer ' . getenv('API_KEY')"];
  if (body !== null)
    headers.push(`'Content-Type: ${body.kind === 'json' ? 'application/json' : 'text/csv'}'`);
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}',`]),
    `CURLOPT_HTTPHEADER => [${headers.join(', ')}],`,
    ...(body?.kind === 'json'
      ? [`CURLOPT_POSTFIELDS => json_encode(${writeLiteral(body.value, WORDS, STEP, STEP)}),`]
      : []),
    ...(body?.kind === 'csv' ? [`CURLOPT_POSTFIELDS => file_get_contents('${body.file}'),`] : []),
    'CURLOPT_RETURNTRANSFER => true,',
    'CURLOPT_TIMEOUT => 30,',
  ];
  return [
    '<?php',
    `$request = curl_init(${address});`,
    'curl_setopt_array($request, [',
    ...options.map((line) => STEP + line),
    ']);',
    '$answer = curl_exec($request);',
    '$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);',
    'if ($answer === false || $status >= 300) {',
    `${STEP}throw new RuntimeException("HTTP $status: $answer" . curl_error($request));`,
    '}',
    savesAs === null ? 'echo $answer, "\\n";' : `file_put_contents('${savesAs}', $answer);`,
  ].join('\n');
}
