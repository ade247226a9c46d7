import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundleOptions, bundleWorkflowCode, type WorkflowBundle } from '@temporalio/worker';
import type { Logger } from 'pino';

const ROOT = join(import.meta.dirname, '..', '..');
const WORKFLOWS = join(ROOT, 'workflows', 'index.ts');
const CACHE = join(ROOT, 'node_modules', '.cache', 'bundlewire');
/** Everything that can change the bundle: what workflows may import, the versions of the SDK, and how it is made. */
const SOURCES = ['workflows', 'domain', 'package-lock.json', 'worker/temporal/workflow-bundle.ts'];

/**
 * The workflow code as one bundle for all workers of the process. Bundling takes seconds, so a bundle is kept by the hash
 * of its sources; where nothing can be kept it is made each time.
 * @param interceptors paths of modules of interceptors that belong into it.
 */
export async function loadWorkflowBundle(
  log: Logger,
  interceptors: readonly string[] = [],
): Promise<WorkflowBundle> {
  const kept = join(CACHE, `workflows-${await hashSources(interceptors)}.js`);
  const code = await readFile(kept, 'utf8').catch(() => null);
  if (code !== null) return { code };

  const bundle = await bundleWorkflowCode({
    ...bundleOptions(WORKFLOWS),
    workflowInterceptorModules: [...interceptors],
    logger: quietly(log),
  });
  await keep(kept, bundle.code).catch(() => {});
  return { code: bundle.code };
}

/** How workflow code is bundled, ours and that of the benchmarks' yardstick. */
export function bundleOptions(workflowsPath: string) {
  return {
    workflowsPath,
    // Evaluated once a thread and frozen, and not once a workflow: no module of ours keeps anything of a workflow.
    preloadModules: [workflowsPath],
    // Every thread keeps the map: with lines of the sources it is twice the size of the code, and stack traces need none of them.
    webpackConfigHook: (webpack) => ({ ...webpack, devtool: 'inline-nosources-source-map' }),
  } satisfies BundleOptions;
}

/** Renamed into place, so that no process ever reads half a bundle. */
async function keep(path: string, code: string): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, code);
  await rename(partial, path);
}

async function hashSources(interceptors: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(interceptors.join());
  for (const source of SOURCES) {
    for (const file of await listFiles(join(ROOT, source))) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 32);
}

async function listFiles(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [join(path, entry.name)] : [])).sort();
}

/** What the bundler has to say is for developers. */
function quietly(log: Logger) {
  const debug = (message: string) => log.debug(message);
  const error = (message: string) => log.error(message);
  return {
    log: (_level: string, message: string) => debug(message),
    trace: debug,
    debug,
    info: debug,
    warn: debug,
    error,
  };
}
