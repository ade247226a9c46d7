import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderFailureCodes } from '../../dev/failure-codes-page.ts';

it('lists every failure code as the catalogue in code has it', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'failure-codes.md'), 'utf8');
  expect(page, 'docs/failure-codes.md is stale: npm run docs').toBe(renderFailureCodes());
});
