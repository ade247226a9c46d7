import { request } from 'node:http';
import type { ApiFixture } from './fixture.ts';
import type { Answer } from './http.ts';

/** A request whose path is sent as it is; `fetch` would first resolve `..` and `%2e%2e`. */
export function callVerbatim(
  { port }: ApiFixture,
  path: string,
  options: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
        resolve({ status: response.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
