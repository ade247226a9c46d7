import { join } from 'node:path';

/** Where `tools/console/build.ts` builds the console. */
export const CONSOLE_DIR = join(import.meta.dirname, '..', '..', '..', 'dist', 'console');
