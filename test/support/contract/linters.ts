import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { cachedFolder } from '../../../tools/cached-folder.ts';
import { findOnPath, runTool } from '../../../tools/run-tool.ts';

const PINNED = join(import.meta.dirname, 'fixtures', 'linters');
const FILES = ['package.json', 'package-lock.json'];
const INSTALL_TIMEOUT_MS = 5 * 60_000;

const RedoclyProblems = z.array(
  z.object({
    ruleId: z.string(),
    message: z.string(),
    location: z.array(z.object({ pointer: z.string().optional() })),
  }),
);
const SpectralProblems = z.array(
  z.object({
    code: z.union([z.string(), z.number()]),
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])),
  }),
);

/** Lints the text of an OpenAPI document. Returns one line per problem, warnings included. */
export type Linter = (document: string) => Promise<string[]>;

/**
 * The linters with their recommended rules. Their 150 packages are pinned by a lock file and installed once into the user's
 * cache, apart from the packages of the repository.
 */
export async function loadLinters(): Promise<Readonly<Record<'redocly' | 'spectral', Linter>>> {
  const load = createRequire(join(await installLinters(), 'linters.js'));
  return { redocly: redoclyOf(load), spectral: spectralOf(load) };
}

function redoclyOf(load: NodeJS.Require): Linter {
  const { createConfig, lintFromString } = load('@redocly/openapi-core');
  return async (source) => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
    return RedoclyProblems.parse(problems).map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    );
  };
}

function spectralOf(load: NodeJS.Require): Linter {
  const { Spectral, Document } = load('@stoplight/spectral-core');
  const { Json } = load('@stoplight/spectral-parsers');
  const { oas } = load('@stoplight/spectral-rulesets');
  return async (source) => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas, 'recommended']] });
    const problems = await spectral.run(new Document(source, Json, 'openapi.json'));
    return SpectralProblems.parse(problems).map(
      ({ code, message, path }) => `${code}: ${message} ${path.join('/')}`,
    );
  };
}

async function installLinters(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(join(PINNED, file)));
  return cachedFolder(`openapi-linters-${hash.digest('hex').slice(0, 16)}`, async (folder) => {
    for (const file of FILES) copyFileSync(join(PINNED, file), join(folder, file));
    const npm = findOnPath('npm');
    if (npm === null) throw new Error('npm is not on the PATH: the linters cannot be installed.');
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { ok, lastLine } = await runTool(npm, args, { cwd: folder, timeoutMs: INSTALL_TIMEOUT_MS });
    if (!ok) throw new Error(`The linters could not be installed: npm ci: ${lastLine}`);
  });
}
