import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { renderTable } from './table.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where rows of the fault table are collected. */
    readonly faultTable: string;
  }
}

/** Collects the results of fault tests and prints them as one table at the end of the run. */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-faults-'));
  const file = join(folder, 'rows.jsonl');
  project.provide('faultTable', file);
  return () => {
    const table = renderTable(file);
    rmSync(folder, { recursive: true, force: true });
    if (table !== '') console.log(`\nFaults and results\n\n${table}\n`);
  };
}
