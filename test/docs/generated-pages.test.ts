import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedPages } from '../../tools/docs/generated-pages.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(await generatedPages())('$path is as the code has it', ({ path, text }) => {
  expect(readFileSync(join(ROOT, path), 'utf8') === text, `${path} is stale: npm run docs`).toBe(true);
});
