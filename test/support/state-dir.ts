import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import './provided.ts';

/**
 * An empty folder for a PostgreSQL, a Temporal server or a whole stack of one test. What the test does not stop
 * itself ends with the run, or at the start of the next one.
 */
export function temporaryStateDir(): string {
  return mkdtempSync(join(inject('runFolder'), 'state-'));
}
