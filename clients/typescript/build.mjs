// Builds dist/: ES modules and CommonJS, each with its types. `npm pack` runs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const COMMONJS = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
compile('esm', []);
compile('cjs', COMMONJS);

/** Compiles into a folder whose package.json says which modules it has. */
function compile(name, options) {
  const folder = join(HERE, 'dist', name);
  const { status, stdout, error } = spawnSync(
    'tsc',
    ['-p', join(HERE, 'tsconfig.build.json'), '--outDir', folder, ...options],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`tsc failed: ${error?.message ?? stdout}`);
  mkdirSync(folder, { recursive: true });
  const type = name === 'cjs' ? 'commonjs' : 'module';
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ type })}\n`);
  // The compiler rewrites imports in code, and not in types.
  for (const file of readdirSync(folder).filter((path) => path.endsWith('.d.ts'))) {
    const types = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), types.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}
