// Builds dist/: ES modules and CommonJS, each with its types, and the command. `npm pack` runs it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const HERE = dirname(fileURLToPath(import.meta.url));
const COMMONJS = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];

rmSync(join(HERE, 'dist'), { recursive: true, force: true });
compile('esm', []);
compile('cjs', COMMONJS);
await bundleCommand();

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

/** Bundles the command with what it uses, so that the package has no dependencies. */
async function bundleCommand() {
  const folder = join(HERE, 'dist', 'command');
  const { output } = await build({
    input: { 'bundlewire-client': join(HERE, 'command', 'main.ts') },
    platform: 'node',
    logLevel: 'warn',
    output: {
      dir: folder,
      format: 'esm',
      banner: (chunk) => (chunk.isEntry ? '#!/usr/bin/env node' : ''),
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name].mjs',
      // Names stay, so that a stack trace can be read.
      minify: { compress: true, mangle: false, codegen: true },
    },
  });
  writeLicences(folder, output);
}

/** Writes the licences of the packages in the bundle. @throws Error if one has none. */
function writeLicences(folder, output) {
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  const packages = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  const texts = [...packages].toSorted().map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence file, so it cannot be bundled.`);
    return `${name} ${version}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`;
  });
  if (texts.length > 0) writeFileSync(join(folder, 'LICENCES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}
