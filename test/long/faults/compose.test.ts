import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

it('Compose accepts docker-compose.yml, if it is installed', () => {
  const { error, status, stderr } = spawnSync(
    'docker-compose',
    ['-f', 'docker-compose.yml', 'config', '-q'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  if (error !== undefined) {
    console.log('docker-compose.yml was not checked: docker-compose is not installed.');
    return;
  }
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
