import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONNECTIONS_MAX as API_CONNECTIONS } from '../../api/pools.ts';
import { CONNECTIONS_MAX as WORKER_CONNECTIONS } from '../../worker/pools.ts';

it('docs/production.md sizes PostgreSQL by the connections that an API process and a worker open', () => {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'production.md'),
    'utf8',
  ).replaceAll('\n', ' ');
  expect(page).toContain(`An API process opens up to ${API_CONNECTIONS} connections`);
  expect(page).toContain(`and a worker up to ${WORKER_CONNECTIONS}.`);
  expect(page).toContain(`${API_CONNECTIONS} × API + ${WORKER_CONNECTIONS} × workers +`);
});
