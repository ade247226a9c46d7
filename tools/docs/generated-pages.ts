import { join } from 'node:path';
import { figurePages } from '../bench/figure-pages.ts';
import { SECTIONS } from '../conformance/rules.ts';
import { conformanceTables } from '../conformance/tables.ts';
import { readTitles } from '../conformance/titles.ts';
import { renderClientTypes } from './client-types.ts';
import { configurationTables } from './configuration-tables.ts';
import { errorTables } from './error-tables.ts';
import { failureCodeTable } from './failure-code-table.ts';
import { gatewayTables } from './gateway-tables.ts';
import { houseBlocks } from './house-blocks.ts';
import { renderIndex } from './index-page.ts';
import { limitTable } from './limit-table.ts';
import { readOpenApiDocuments } from './openapi-document.ts';
import { type GeneratedPage, ROOT, readPage } from './pages.ts';

/** Every committed file that is generated, or has generated parts, as it must be now. */
export async function generatedPages(): Promise<GeneratedPage[]> {
  const { document, staff } = await readOpenApiDocuments();
  return [
    { path: 'docs/README.md', text: renderIndex() },
    readPage('docs/configuration.md', configurationTables()),
    readPage('docs/errors.md', errorTables()),
    readPage('docs/failure-codes.md', failureCodeTable()),
    readPage('docs/gateways.md', gatewayTables()),
    readPage('docs/conformance.md', conformanceTables(SECTIONS, readTitles(join(ROOT, 'test')))),
    readPage('docs/house.md', await houseBlocks(ROOT)),
    readPage('docs/limits.md', limitTable()),
    ...figurePages(),
    { path: 'docs/openapi.json', text: `${JSON.stringify(document, null, 1)}\n` },
    { path: 'docs/openapi/staff.json', text: `${JSON.stringify(staff, null, 1)}\n` },
    { path: 'clients/typescript/src/types.ts', text: renderClientTypes(document, 'docs/openapi.json') },
    { path: 'console/src/operations/types.ts', text: renderClientTypes(staff, 'docs/openapi/staff.json') },
  ];
}
