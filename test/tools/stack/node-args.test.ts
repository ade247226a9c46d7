import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { API_NODE_ARGS, WORKER_NODE_ARGS } from '../../../tools/stack/stack-processes.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const API = ['node', ...API_NODE_ARGS, 'api/server.ts'];
const WORKER = ['node', ...WORKER_NODE_ARGS, 'worker/main.ts'];

it.each([
  ['Dockerfile', 'the API', API],
  ['docker-compose.yml', 'the API', API],
  ['docker-compose.yml', 'the worker', WORKER],
])('%s starts %s with the same options of Node', (file, _program, command) => {
  const written = JSON.stringify(command).replaceAll(',', ', ');
  expect(readFileSync(join(ROOT, file), 'utf8')).toContain(written);
});
