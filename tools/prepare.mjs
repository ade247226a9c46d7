// Runs before every npm script, on whatever Node the machine has (20.10 or later): plain JavaScript, no dependency.
// Installs only when the lock file asks for something else than what is installed; afterwards node_modules/.bin
// holds Node 24, which npm puts first on the PATH of the script itself.
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

/** After `npm install <package>` the tree is right already; deleting it to build it again would help nobody. */
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
  console.log(`${reason}: installing the npm packages (npm ci; usually under a minute).`);
  const { status, error, stderr } = spawnSync('npm ci --loglevel=error --no-audit --no-fund', {
    cwd: ROOT,
    shell: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return;
  console.error(
    `\nThe npm packages could not be installed (${error?.message ?? reasonOf(stderr)}); ` +
      'check that the npm registry can be reached, then run the same command again. `npm ci` shows the details.',
  );
  process.exit(1);
}

/** The one line of npm's complaint that says what happened, without its error codes and stack frames. */
function reasonOf(stderr) {
  const lines = stderr.split('\n').map((line) => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const sentence = lines.find((line) => line.includes(' ') && !/^(code|syscall|errno|path|at) /.test(line));
  return sentence ?? 'npm ci failed';
}
