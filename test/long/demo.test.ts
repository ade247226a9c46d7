import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

it('the demo keeps its promises though its worker is killed during the campaign', async () => {
  const { code, output } = await run('npm', ['run', 'demo', '--', '--kill-worker']);
  expect(output).toContain('The worker ended (SIGKILL). Restarting it.');
  expect(output).toContain('All 15 invariants hold.');
  expect(code, output).toBe(0);
});

it('a campaign over five protocols with all faults on ends with equal books and ledger', async () => {
  const { code, output } = await run('npm', ['run', 'demo', '--', '--chaos', '--rows', '200', '--seed', '7']);
  expect(output).toContain('200/200 final');
  expect(output).toContain('The worker ended (SIGKILL). Restarting it.');
  expect(output).toContain('All 15 invariants hold.');
  expect(output).toContain('Unavailable for a while:');
  expect(output).toContain('Fault: PreTUPS died.');
  expect(output).toMatch(
    /Airtel over two gateways: \d+ delivered by PreTUPS, [1-9]\d* by Ding\..* 0 delivered twice\./,
  );
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
