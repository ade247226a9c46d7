import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

it('ends the demo as promised though its worker is killed in the middle of the campaign', async () => {
  const { code, output } = await run('npm', ['run', 'demo', '--', '--kill-worker']);
  expect(output).toContain('The worker ended (SIGKILL). Restarting it.');
  expect(output).toContain('All 10 invariants hold.');
  expect(code, output).toBe(0);
});

it('ends a campaign over four protocols with every fault on with books and ledger equal', async () => {
  const { code, output } = await run('npm', ['run', 'demo', '--', '--chaos', '--rows', '200', '--seed', '7']);
  expect(output).toContain('200/200 final');
  expect(output).toContain('The worker ended (SIGKILL). Restarting it.');
  expect(output).toContain('All 10 invariants hold.');
  expect(output).toContain('Unavailable for a while:');
  expect(code, output).toBe(0);
});

function run(
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}
