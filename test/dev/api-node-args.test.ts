import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { API_NODE_ARGS } from '../../dev/stack-processes.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it.each(['Dockerfile', 'docker-compose.yml'])('%s starts the API with the same options of Node', (file) => {
  const command = JSON.stringify(['node', ...API_NODE_ARGS, 'api/server.ts']).replaceAll(',', ', ');
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(command);
});
