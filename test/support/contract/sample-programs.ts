import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Document, listOperations } from '../../../api/documentation/document.ts';
import type { Sample } from '../../../api/documentation/samples/request.ts';
import { findGo } from '../../../tools/go-program.ts';
import { run } from '../clients/run.ts';

/** How a sample becomes a program: its file, and what runs it. */
export const PROGRAMS: Readonly<
  Record<string, { file: string; command: (file: string) => [string, ...string[]] }>
> = {
  curl: { file: 'sample.sh', command: (file) => ['bash', file] },
  TypeScript: { file: 'sample.ts', command: (file) => [process.execPath, file] },
  Python: { file: 'sample.py', command: (file) => ['python3', file] },
  Go: { file: 'main.go', command: (file) => [file.replace(/\/main\.go$/, '/program')] },
  PHP: { file: 'sample.php', command: (file) => ['php', file] },
};
/** The languages, by the label of their samples. */
export const LABELS = Object.keys(PROGRAMS);

export interface NamedSample extends Sample {
  /** The operation's id. */
  readonly name: string;
}

/** The samples of every operation, in the order of the document. */
export function allSamples(document: Document): NamedSample[] {
  return listOperations(document).flatMap(({ operation }) => {
    const samples = operation['x-codeSamples'] as readonly Sample[] | undefined;
    return (samples ?? []).map((sample) => ({ ...sample, name: operation.operationId ?? '' }));
  });
}

/** The file of a sample's program below `folder`. */
export function placeOf(folder: string, name: string, label: string): string {
  return join(folder, label.toLowerCase(), name, PROGRAMS[label]?.file ?? '');
}

/** Writes a sample as it is shown. */
export function writeSample(folder: string, { name, label, source }: NamedSample): void {
  const place = placeOf(folder, name, label);
  mkdirSync(join(place, '..'), { recursive: true });
  writeFileSync(place, source);
}

/** Vets and builds the programs in Go: together, because each links the same packages. @throws when one does not build. */
export async function buildGo(folder: string, names: readonly string[]): Promise<void> {
  const cwd = join(folder, 'go');
  writeFileSync(join(cwd, 'go.mod'), 'module samples\n\ngo 1.21\n');
  const env = { GOTOOLCHAIN: 'local' };
  const vetted = await run(findGo(), ['vet', './...'], { cwd, env });
  expect(vetted).toEqual({ code: 0, output: '' });
  const built = await run(findGo(), ['build', '-o', `${join(cwd, 'built')}/`, './...'], { cwd, env });
  expect(built).toEqual({ code: 0, output: '' });
  for (const name of names) {
    const { code } = await run('mv', [join(cwd, 'built', name), join(cwd, name, 'program')], { cwd });
    expect(code).toBe(0);
  }
}

/** Whether a sample has saved its workbook into the folder; removes it. */
export function isSaved(folder: string, name: string): boolean {
  const path = join(folder, 'campaign-template.xlsx');
  if (name !== 'getBatchTemplate' || !existsSync(path)) return false;
  const isZip = readFileSync(path).subarray(0, 2).toString() === 'PK';
  rmSync(path);
  return isZip;
}
