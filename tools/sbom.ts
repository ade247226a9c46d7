import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BringUpError } from './stack/failure.ts';

const ROOT = join(import.meta.dirname, '..');

type Package = Readonly<Record<string, unknown>>;
interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

/**
 * The software bill of materials of the image: every npm package that `npm ci --omit=dev` installs, as CycloneDX JSON.
 * `npm sbom --omit=dev` would leave out each package that a package for developers needs too, such as pg and zod. So npm
 * gets a project without packages for developers.
 * @throws BringUpError if npm fails
 */
export function createSbom(): string {
  const home = mkdtempSync(join(tmpdir(), 'bundlewire-sbom-'));
  // npm names the document after the folder.
  const folder = join(home, 'bundlewire');
  try {
    mkdirSync(folder);
    const { devDependencies: _, ...manifest } = read('package.json') as Package;
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify(withoutDevelopers(read('package-lock.json'))),
    );
    const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const { status, stdout, stderr } = spawnSync('npm', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new BringUpError(`npm sbom failed with ${status}: ${stderr.trim()}`);
    return stdout;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, name), 'utf8'));
}

function withoutDevelopers(lock: unknown): Lock {
  const { packages, ...rest } = lock as Lock;
  const { devDependencies: _, ...root } = packages[''] ?? {};
  const kept = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  );
  return { ...rest, packages: { '': root, ...Object.fromEntries(kept) } };
}

if (process.argv[1] === import.meta.filename) process.stdout.write(createSbom());
