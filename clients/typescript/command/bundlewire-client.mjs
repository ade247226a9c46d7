#!/usr/bin/env node
// Runs the command from its sources, on the project's own Node, even if another version started this file. The package
// has a built one instead.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ownNode = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const node = existsSync(ownNode) ? ownNode : process.execPath;
const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
// A terminal sends SIGINT to both. If this process is killed, the other one sees that its parent is gone.
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
process.on('SIGINT', () => undefined);
child.on('error', (error) => {
  console.error(`The command cannot be started: ${error.message}`);
  process.exitCode = 1;
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
