// Runs before every npm script, on any Node from 20.10 on, so it is plain JavaScript without dependencies. It installs
// packages only if they differ from the lock file. After that node_modules/.bin has Node 24, which npm puts first on the
// PATH of the script.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.bundlewire-installed');

const lockFile = readFileSync(join(ROOT, 'package-lock.json'));
const wanted = createHash('sha256').update(lockFile).digest('hex');

if (!isStamped()) {
  if (!isInstalledByHand()) install();
  writeFileSync(STAMP, wanted);
}

function isStamped() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted;
}

/** After `npm install <package>` the tree is already right; `npm ci` would delete and rebuild it for nothing. */
function isInstalledByHand() {
  const hiddenLock = join(MODULES, '.package-lock.json');
  if (!existsSync(hiddenLock) || !existsSync(join(MODULES, '.bin', 'node'))) return false;
  const installed = JSON.parse(readFileSync(hiddenLock, 'utf8')).packages;
  const locked = Object.entries(JSON.parse(lockFile.toString('utf8')).packages);
  return locked.every(([path, entry]) => {
    if (path === '' || (entry.optional && installed[path] === undefined)) return true;
    return installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity;
  });
}

function install() {
  const reason = existsSync(MODULES) ? 'The lock file has changed' : 'First run';
  console.log(`${reason}. Installing the npm packages with npm ci (usually under a minute).`);
  const { status, error, stderr } = spawnSync('npm ci --loglevel=error --no-audit --no-fund', {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  console.error(
    `\nThe npm packages could not be installed: ${error?.message ?? reasonOf(stderr)}. ` +
      'Check that the npm registry can be reached, then run the same command again. Run npm ci to see the details.',
  );
  process.exit(1);
}

/** The line of npm's output that says what happened, without error codes and stack frames. */
function reasonOf(stderr) {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const sentence = lines.find((line) => line.includes(' ') && !/^(code|syscall|errno|path|at) /.test(line));
  return sentence ?? 'npm ci failed';
}
