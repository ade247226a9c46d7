import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../clients/typescript/src/index.ts';
import { KEY } from '../conformance/objects.ts';
import { html, type ScriptedServer, startScriptedServer } from '../conformance/server.ts';

let [server, elsewhere]: ScriptedServer[] = [];
beforeAll(async () => {
  [server, elsewhere] = await Promise.all([startScriptedServer(), startScriptedServer()]);
});
afterAll(() => Promise.all([server?.close(), elsewhere?.close()]));

it.each([
  ['a Blob', new Blob(['phone_number,bundle_id\n'])],
  ['a stream', () => new Blob(['phone_number,bundle_id\n']).stream()],
])('an upload of %s is not sent to another address, and its outcome is unknown', async (_what, content) => {
  server?.script(html(307, { location: `${elsewhere?.url}/v1/batches` }));
  elsewhere?.script(html(200));
  const client = createClient({ baseUrl: server?.url ?? '', apiKey: KEY, retries: { attempts: 1 } });
  await expect(client.batches.create(content, { reference: 'december' })).rejects.toMatchObject({
    name: 'NoAnswerError',
    reference: 'december',
  });
  expect([server?.seen.length, elsewhere?.seen.length]).toEqual([1, 0]);
});
