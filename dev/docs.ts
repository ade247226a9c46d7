import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderFailureCodes } from './failure-codes-page.ts';

/** Writes the pages that are made of code; tests fail while one of them is stale. */
writeFileSync(join(import.meta.dirname, '..', 'docs', 'failure-codes.md'), renderFailureCodes());
