import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { needsProgram } from '../../support/installed.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

it('Compose accepts docker-compose.yml', (context) => {
  needsProgram(context, 'docker-compose', 'docker-compose');
  const config = ['-f', 'docker-compose.yml', 'config', '-q'];
  const { status, stderr } = spawnSync('docker-compose', config, { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
