import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { build, createServer, type InlineConfig } from 'vite';
import { CONSOLE_DIR } from '../../api/routes/console/folder.ts';
import { cachedFolder } from '../cached-folder.ts';
import { CONSOLE, hashConsole } from './inputs.ts';

/** The hash of what the console in its folder was built from. */
const STAMP = `${CONSOLE_DIR}.sha256`;

const CONFIG: InlineConfig = {
  configFile: false,
  root: CONSOLE,
  base: '/',
  logLevel: 'warn',
  build: {
    target: 'baseline-widely-available',
    // The policy of the page allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    emptyOutDir: true,
    // Packages mark their modules for servers that render React; nothing here does.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
};

/**
 * Builds the console for the API to serve, unless it was built from the same files before. A build is kept in the cache of the
 * user, so that clones with the same files share it.
 */
export async function buildConsole(): Promise<void> {
  const hash = hashConsole();
  if (existsSync(CONSOLE_DIR) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return;
  const built = await cachedFolder(`console-${hash.slice(0, 24)}`, async (folder) => {
    // A separate process: React is built for the NODE_ENV of the process, and that of tests is `test`.
    const env = { ...process.env, NODE_ENV: 'production' };
    execFileSync(process.execPath, [import.meta.filename, '--into', folder], { env, stdio: 'inherit' });
  });
  const copy = `${CONSOLE_DIR}.new-${process.pid}`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(built, copy, { recursive: true });
  rmSync(CONSOLE_DIR, { recursive: true, force: true });
  renameSync(copy, CONSOLE_DIR);
  writeFileSync(STAMP, hash);
}

/** Serves the sources with hot reload, and passes requests for the API to `api`. */
async function serveSources(api: string): Promise<void> {
  const proxy = Object.fromEntries(
    ['/v1', '/docs', '/openapi.json', '/favicon.ico'].map((path) => [path, api]),
  );
  const server = await createServer({ ...CONFIG, server: { host: '127.0.0.1', proxy } });
  await server.listen();
  server.printUrls();
}

if (import.meta.main) {
  const [first, folder] = process.argv.slice(2);
  if (first === undefined) await buildConsole();
  else if (first === '--into')
    await build({ ...CONFIG, build: { ...CONFIG.build, outDir: folder ?? CONSOLE_DIR } });
  else await serveSources(first);
}
