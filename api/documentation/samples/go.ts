import type { SampleBody, SampleRequest } from './request.ts';

/** With net/http. */
export function writeGo({ method, url, body, savesAs }: SampleRequest): string {
  const address = url
    .filter((part) => part !== '')
    .reduce<string[]>((terms, part) => {
      const last = terms.at(-1);
      if (typeof part !== 'string') terms.push(`os.Getenv("${part.variable}")`);
      else if (last?.startsWith('"') === true) terms[terms.length - 1] = `${last.slice(0, -1)}${part}"`;
      else terms.push(`"${part}"`);
      return terms;
    }, [])
    .join('+');
  const imports = [
    ...(savesAs === null ? ['fmt'] : []),
    'io',
    'log',
    'net/http',
    'os',
    ...(body?.kind === 'json' ? ['strings'] : []),
  ];
  return [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...opening(body),
    `\trequest, err := http.NewRequest("${method}", ${address}, ${body === null ? 'nil' : 'body'})`,
    ...CHECK,
    '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))',
    ...(body === null
      ? []
      : [
          `\trequest.Header.Set("Content-Type", "${body.kind === 'json' ? 'application/json' : 'text/csv'}")`,
        ]),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...CHECK,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...CHECK,
    '\tif response.StatusCode >= 300 {',
    '\t\tlog.Fatalf("%s: %s", response.Status, answer)',
    '\t}',
    ...(savesAs === null
      ? ['\tfmt.Println(string(answer))']
      : [`\tif err := os.WriteFile("${savesAs}", answer, 0o644); err != nil {`, '\t\tlog.Fatal(err)', '\t}']),
    '}',
  ].join('\n');
}

const CHECK = ['\tif err != nil {', '\t\tlog.Fatal(err)', '\t}'];

function opening(body: SampleBody | null): string[] {
  if (body === null) return [];
  if (body.kind === 'csv') return [`\tbody, err := os.Open("${body.file}")`, ...CHECK];
  const json = JSON.stringify(body.value, null, '\t').replaceAll('\n', '\n\t');
  const text = `\`${json}\``.replaceAll(/"\$([A-Z_]+)"/g, '"` + os.Getenv("$1") + `"');
  return [`\tbody := strings.NewReader(${text})`];
}
