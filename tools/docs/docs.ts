import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedPages } from './generated-pages.ts';

/** Writes the pages that are made of code; tests fail while one of them is stale. */
for (const { path, text } of await generatedPages()) {
  writeFileSync(join(import.meta.dirname, '..', '..', path), text);
}
