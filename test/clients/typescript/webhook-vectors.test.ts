import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyWebhook } from '../../../clients/typescript/src/verify-webhook.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const Vectors = z.strictObject({
  about: z.string(),
  vectors: z.array(
    z.strictObject({
      name: z.string(),
      body: z.string(),
      headers: z.record(z.string(), z.string()),
      secrets: z.array(z.string()),
      now: z.int(),
      toleranceSeconds: z.int(),
      genuine: z.boolean(),
    }),
  ),
});
const { vectors } = Vectors.parse(JSON.parse(read('clients/webhook-vectors.json')));
const expected = vectors.map(({ name, genuine }) => [name, genuine]);

describe('the test vectors', () => {
  it('give the same results in our client', () => {
    const found = vectors.map(({ name, body, headers, secrets, now, toleranceSeconds }) => {
      const verdict = verifyWebhook(Buffer.from(body), headers, secrets, { toleranceSeconds, now });
      return [name, verdict.kind === 'genuine'];
    });
    expect(found).toEqual(expected);
    expect(new Set(vectors.map(({ genuine }) => genuine)).size).toBe(2);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;

  it.skipIf(!hasPython)('give the same results in the Python of docs/webhooks.md', () => {
    const [, code = ''] = /```python\n([\s\S]*?)```/.exec(read('docs/webhooks.md')) ?? [];
    expect(code).toContain('def verify_webhook');
    const { stdout, stderr } = spawnSync('python3', ['-'], {
      input: `${code}\n${RUN}`,
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

const RUN = `
import json
import sys

found = []
for vector in json.load(open("clients/webhook-vectors.json", encoding="utf-8"))["vectors"]:
    genuine = verify_webhook(
        vector["body"].encode(), vector["headers"], vector["secrets"], vector["toleranceSeconds"], vector["now"]
    )
    found.append([vector["name"], genuine])
json.dump(found, sys.stdout)
`;
