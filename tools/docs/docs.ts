import { generatedPages } from './generated-pages.ts';
import { writePages } from './pages.ts';
import { buildSite } from './site/build.ts';

/** Writes the generated files and parts of pages, which a test compares with the code; then builds the guides. */
writePages(await generatedPages());
await buildSite();
