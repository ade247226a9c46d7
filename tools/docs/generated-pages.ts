import { join } from 'node:path';
import { hashCode } from '../bench/code-hash.ts';
import { renderPerformance } from '../bench/performance-page.ts';
import { readRows } from '../bench/results.ts';
import { renderScaling } from '../bench/scaling-page.ts';
import { renderConformance } from '../conformance/page.ts';
import { SECTIONS } from '../conformance/rules.ts';
import { readTitles } from '../conformance/titles.ts';
import { renderClientTypes } from './client-types.ts';
import { renderErrors } from './errors-page.ts';
import { renderFailureCodes } from './failure-codes-page.ts';
import { renderGateways } from './gateways-page.ts';
import { renderHouse } from './house-page.ts';
import { readOpenApiDocument } from './openapi-document.ts';

export interface GeneratedPage {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Every committed file that is made of code, as it must be now. */
export async function generatedPages(): Promise<GeneratedPage[]> {
  const document = await readOpenApiDocument();
  return [
    { path: 'docs/errors.md', text: renderErrors() },
    { path: 'docs/failure-codes.md', text: renderFailureCodes() },
    { path: 'docs/gateways.md', text: renderGateways() },
    {
      path: 'docs/conformance.md',
      text: renderConformance(SECTIONS, readTitles(join(import.meta.dirname, '..', '..', 'test'))),
    },
    { path: 'docs/performance.md', text: renderPerformance(readRows(), hashCode()) },
    { path: 'docs/house.md', text: await renderHouse(join(import.meta.dirname, '..', '..')) },
    { path: 'docs/scaling.md', text: renderScaling(readRows()) },
    { path: 'docs/openapi.json', text: `${JSON.stringify(document, null, 1)}\n` },
    { path: 'client/types.ts', text: renderClientTypes(document) },
  ];
}
