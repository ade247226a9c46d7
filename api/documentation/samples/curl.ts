import type { SampleRequest } from './request.ts';

/** With curl, in a shell. */
export function writeCurl({ method, url, body, savesAs }: SampleRequest): string {
  const address = url.map((part) => (typeof part === 'string' ? part : `$${part.variable}`)).join('');
  const hasMethod = method !== 'GET' && !(method === 'POST' && body !== null);
  const parts = [
    `curl --fail-with-body ${hasMethod ? `-X ${method} ` : ''}"${address}"`,
    '-H "Authorization: Bearer $API_KEY"',
  ];
  if (body?.kind === 'json') {
    const json = JSON.stringify(body.value, null, 2)
      .replaceAll("'", `'\\''`)
      .replaceAll(/"\$([A-Z_]+)"/g, `"'"$$$1"'"`);
    parts.push("-H 'Content-Type: application/json'", `-d '${json}'`);
  }
  if (body?.kind === 'csv') parts.push("-H 'Content-Type: text/csv'", `--data-binary @${body.file}`);
  if (savesAs !== null) parts.push(`--output ${savesAs}`);
  return parts.join(' \\\n  ');
}
