import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONNECTIONS_MAX } from '../../api/pools.ts';

it('docs/production.md sizes PostgreSQL by the connections that an API process opens', () => {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'production.md'),
    'utf8',
  ).replaceAll('\n', ' ');
  expect(page).toContain(`An API process opens up to ${CONNECTIONS_MAX} connections`);
  expect(page).toContain(`${CONNECTIONS_MAX} × API +`);
});
