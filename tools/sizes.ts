import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listSourceFiles } from './source-files.ts';

/** The limits above which a file, a folder or the root must be divided. */
export const LIMITS = { fileLines: 250, folderFiles: 25, rootFolders: 18 } as const;

/** Folders whose files cannot be grouped in folders, with their limits. A package of Go is one folder. */
const PACKAGE_FILES: Readonly<Record<string, number>> = { 'clients/go': 30 };

/** Files without a limit: generated files, data and prose. */
const UNLIMITED =
  /(^docs\/|\.(md|json|csv)$|(^|\/)go\.(mod|sum)$|^console\/src\/locales\/|^console\/src\/operations\/types\.ts$|^clients\/(typescript\/src\/types\.ts|python\/src\/bundlewire\/models\.py)$)/;

export interface SourceFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  readonly lines: number;
}

/** One sentence per file or folder that is too large, with what to do. */
export function tooLarge(files: readonly SourceFile[]): string[] {
  const folders = new Map<string, number>();
  for (const { path } of files) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const roots = new Set(files.flatMap(({ path }) => (path.includes('/') ? [path.split('/', 1)[0]] : [])));
  const visible = [...roots].filter((name) => name?.startsWith('.') === false);

  const sentences = files
    .filter(({ path, lines }) => lines > LIMITS.fileLines && !UNLIMITED.test(path))
    .map(
      ({ path, lines }) => `${path} has ${lines} lines, more than ${LIMITS.fileLines}: split it by subject.`,
    );
  for (const [folder, count] of folders) {
    // Migrations are one sequence.
    const most = PACKAGE_FILES[folder] ?? LIMITS.folderFiles;
    if (folder === '.' || folder === 'db/migrations' || count <= most) continue;
    sentences.push(`${folder} has ${count} files, more than ${most}: group them in folders by subject.`);
  }
  if (visible.length > LIMITS.rootFolders) {
    sentences.push(
      `The root has ${visible.length} folders, more than ${LIMITS.rootFolders}: find the room that yours belongs to (docs/house.md).`,
    );
  }
  return sentences;
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const files = listSourceFiles(root).map((path) => ({
    path,
    lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1,
  }));
  const sentences = tooLarge(files);
  for (const sentence of sentences) console.log(sentence);
  if (sentences.length > 0) process.exitCode = 1;
}
