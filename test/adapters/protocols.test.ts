import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROTOCOLS } from '../../adapters/registry.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Folders of `adapters/` that are no protocol. */
const SHARED = ['simulation'];

const protocols = PROTOCOLS.map(({ name }) => name).toSorted();

describe('every protocol', () => {
  it('has a folder, and every folder is a protocol of the registry', () => {
    const folders = readdirSync(join(ROOT, 'adapters'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !SHARED.includes(entry.name))
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual(protocols);
  });

  it.each(protocols)('%s says what it relies on, has a simulator, and keeps the contract', (name) => {
    for (const file of ['README.md', 'simulator/main.ts']) {
      expect(existsSync(join(ROOT, 'adapters', name, file)), file).toBe(true);
    }
    const test = readFileSync(join(import.meta.dirname, name, 'adapter.test.ts'), 'utf8');
    expect(test).toMatch(/^adapterContract\(/m);
    expect(readFileSync(join(ROOT, 'docs/operating/adding-a-network.md'), 'utf8')).toContain(
      `| \`${name}\` |`,
    );
  });
});
