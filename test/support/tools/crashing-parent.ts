import { execFile } from 'node:child_process';

/**
 * Runs `body` as a module in a process that then kills itself with SIGKILL, as a crash would; answers what it
 * printed. `body` may use `load(path)` to import a file.
 */
export function runInCrashingParent(body: string): Promise<string> {
  const script = `
    const { pathToFileURL } = await import('node:url');
    const load = (path) => import(pathToFileURL(path).href);
    ${body}
    process.kill(process.pid, 'SIGKILL');`;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout, stderr) => {
      if (error !== null && error.signal !== 'SIGKILL') reject(new Error(stderr));
      else resolve(stdout.trim());
    });
  });
}
