import { beforeAll, describe, expect, it } from 'vitest';
import { mapObjects } from '../../../api/documentation/document.ts';
import { document } from '../../support/contract/document.ts';
import { type Linter, loadLinters } from '../../support/contract/linters.ts';

let linters: Readonly<Record<'redocly' | 'spectral', Linter>>;
beforeAll(async () => {
  linters = await loadLinters();
});

/** The document without the descriptions and ids of its operations. */
const bare = {
  ...document,
  paths: mapObjects(document.paths, ({ operationId: _id, description: _text, ...rest }) => rest),
};

describe.each(['redocly', 'spectral'] as const)('the recommended rules of %s', (name) => {
  it('find nothing in the OpenAPI document, not even a warning', async () => {
    expect(await linters[name](JSON.stringify(document))).toEqual([]);
  });

  it('find an operation without its id', async () => {
    expect(await linters[name](JSON.stringify(bare))).toEqual(
      expect.arrayContaining([expect.stringMatching(/^operation-operationId: .*purchases/)]),
    );
  });
});
