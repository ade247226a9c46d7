import { generatedPages } from './generated-pages.ts';
import { writePages } from './pages.ts';

/** Writes the generated files and parts of pages; a test fails while one of them is stale. */
writePages(await generatedPages());
