#!/usr/bin/env node
// Runs the command from its sources, on the project's own Node, even if another version started this file. The package
// has a built one instead.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ownNode = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const node = existsSync(ownNode) ? ownNode : process.execPath;
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
// A terminal sends SIGINT to both. If this process is killed, the other one sees that its parent is gone.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
const starters = readStarters();
const looking = setInterval(() => {
  if (readStarters() === starters) return;
  clearInterval(looking);
  child.kill('SIGTERM');
}, 500);
looking.unref();
child.on('error', (error) => {
  console.error(`The command cannot be started: ${error.message}`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});

/** As in ends.ts, which Node 20 cannot read. */
function readStarters() {
  const parent = process.ppid;
  if (process.env.npm_command === undefined) return `${parent}`;
  try {
    const status = readFileSync(`/proc/${parent}/status`, 'utf8');
    const isShell = /^Name:\s+(sh|dash|ash|bash)$/m.test(status);
    return isShell ? `${parent} ${/^PPid:\s+(\d+)$/m.exec(status)?.[1]}` : `${parent}`;
  } catch {
    return `${parent}`;
  }
}
