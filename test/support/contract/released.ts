import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { Document } from '../../../api/documentation/document.ts';
import { findGoProgram } from '../../../tools/go-program.ts';

const RELEASED = join(import.meta.dirname, '..', '..', '..', 'contract', 'released');
const OASDIFF = { module: 'github.com/oasdiff/oasdiff', version: '1.35.0' } as const;

const Changes = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    operation: z.string().optional(),
    path: z.string().optional(),
  }),
);

/** The document of the last release, and the version that its file name has. */
export function readReleased(): { readonly version: string; readonly document: Document } {
  const [file, ...others] = globSync('openapi-*.json', { cwd: RELEASED });
  if (file === undefined || others.length > 0)
    throw new Error('contract/released must have one document: the last released one.');
  return {
    version: basename(file, '.json').slice('openapi-'.length),
    document: JSON.parse(readFileSync(join(RELEASED, file), 'utf8')),
  };
}

/**
 * The changes from one document to another that can break a client, as oasdiff finds them.
 * @returns one line per change
 */
export async function findBreakingChanges(from: Document, to: Document): Promise<string[]> {
  const oasdiff = await findGoProgram(OASDIFF.module, OASDIFF.version);
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-oasdiff-'));
  try {
    const [before, after] = [from, to].map((document, nth) => {
      const file = join(folder, `${nth}.json`);
      writeFileSync(file, JSON.stringify(withWebhooksAsAnswers(document)));
      return file;
    });
    const output = await run(oasdiff, ['breaking', before ?? '', after ?? '', '--format', 'json']);
    const changes = Changes.parse(JSON.parse(output === '' ? '[]' : output));
    return changes
      .filter((change) => !isNewEventType(change) && !isPatternOfNumbers(change))
      .map(({ id, text, operation = '', path = '' }) => `${operation} ${path} ${id}: ${text}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** New types of events go only to endpoints that choose them, and docs/api-changes.md says that they may be added. */
function isNewEventType({ id, path = '', text }: z.output<typeof Changes>[number]): boolean {
  return (
    id === 'response-property-enum-value-added' &&
    path.startsWith('/webhooks/') &&
    text.includes('to the `type` response property')
  );
}

/** The released document gave shown numbers the pattern of E.164, which masked numbers have never had. */
function isPatternOfNumbers({ id, text }: z.output<typeof Changes>[number]): boolean {
  return id === 'response-property-pattern-removed' && /phone_number`/.test(text);
}

/** What we send to clients may change as answers may. oasdiff compares paths only. */
function withWebhooksAsAnswers({ webhooks = {}, ...document }: Document): Document {
  const paths = Object.entries(webhooks).map(([type, { post }]) => {
    const { content = {} } = post.requestBody ?? {};
    return [`/webhooks/${type}`, { get: { responses: { 200: { description: type, content } } } }];
  });
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(paths) } };
}

function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: 32 * 1024 * 1024 }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`)),
    );
  });
}
