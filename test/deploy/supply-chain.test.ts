import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSbom } from '../../tools/sbom.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Licences that ask for no more than a notice, or, as MPL-2.0, for changes of the package's own files. */
const ALLOWED = [
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
];
/** Packages whose package.json names no licence, with the file that has it. */
const IN_FILE = { 'node_modules/unionfs': 'LICENSE' };

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
});

const lock = Lock.parse(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
const production = Object.entries(lock.packages).filter(
  ([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional,
);

describe('what the image has from npm', () => {
  it('has licences that we allow', () => {
    const others = production
      .filter(([, { license }]) => !ALLOWED.includes(license ?? 'none'))
      .map(([path, { license }]) => [path, license ?? null]);
    expect(others).toEqual(Object.keys(IN_FILE).map((path) => [path, null]));
    for (const [path, file] of Object.entries(IN_FILE))
      expect(readFileSync(join(ROOT, path, file), 'utf8')).toContain('unencumbered software');
  });

  it('is pinned by its hash', () => {
    expect(production.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(production.length).toBeGreaterThan(100);
  });
});

describe('the software bill of materials', () => {
  const Sbom = z.object({
    bomFormat: z.literal('CycloneDX'),
    metadata: z.object({ component: z.object({ name: z.string() }) }),
    components: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        purl: z.string(),
        hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
      }),
    ),
  });

  it('has every package of the image with its hash, and none for developers only', () => {
    const { metadata, components } = Sbom.parse(JSON.parse(createSbom()));
    expect(metadata.component.name).toBe('bundlewire');
    const name = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const listed = new Set(components.map((component) => `${component.name}@${component.version}`));
    const installed = production.map(([path, { version }]) => `${name(path)}@${version}`);
    // Packages for other platforms are optional.
    const needed = production.filter(([, { optional }]) => !optional);
    const missing = needed
      .map(([path, { version }]) => `${name(path)}@${version}`)
      .filter((id) => !listed.has(id));
    expect(missing).toEqual([]);
    expect([...listed].filter((id) => !installed.includes(id))).toEqual([]);
    expect(components.filter(({ hashes }) => !hashes.some(({ alg }) => alg === 'SHA-512'))).toEqual([]);
    // A package for developers needs these too, and npm sbom --omit=dev leaves them out.
    const names = components.map((component) => component.name);
    expect(names).toEqual(expect.arrayContaining(['pg', 'zod', '@temporalio/worker', 'fastify']));
  });

  it('is written into the image', () => {
    const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('node tools/sbom.ts > sbom.cdx.json');
  });
});
