#!/usr/bin/env node
// Runs the command line tool on the project's own Node, even if another version started this file.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ownNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
const main = fileURLToPath(new URL('main.ts', import.meta.url));
const { status } = spawnSync(
  existsSync(ownNode) ? ownNode : process.execPath,
  [main, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
