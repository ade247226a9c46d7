import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocBlock, ROOT } from './blocks.ts';

/** What parts of programs use without declaring it. */
const SURROUNDINGS: Readonly<Record<string, string>> = {
  rawBody: 'declare const rawBody: Buffer;',
  request: "declare const request: import('node:http').IncomingMessage;",
  response: "declare const response: import('node:http').ServerResponse;",
  secret: 'declare const secret: string;',
  it: "import { it } from 'vitest';",
};

/**
 * Type-checks blocks, each as a separate module, with the settings of the repository.
 * @returns what the compiler found, a line each, with the places of the blocks
 */
export async function checkTypes(blocks: readonly DocBlock[]): Promise<string[]> {
  const base = join(ROOT, '.bundlewire');
  mkdirSync(base, { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(base, 'blocks-'));
  try {
    blocks.forEach(({ code }, at) => {
      writeFileSync(join(folder, `block${at}.ts`), toModule(code));
    });
    const config = {
      extends: join(ROOT, 'tsconfig.json'),
      // A part of a program may leave a name for the rest of it.
      compilerOptions: { noUnusedLocals: false, noImplicitReturns: false },
      include: ['*.ts'],
      exclude: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await compile(folder);
    return output
      .split('\n')
      .filter((line) => line.includes('error TS'))
      .map((line) => line.replace(/^.*?block(\d+)\.ts/, (_, at: string) => blocks[Number(at)]?.place ?? at));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports stay outside; the rest is the body of a function, where `return` and `await` may stand. */
function toModule(code: string): string {
  const lines = code
    .replaceAll("'bundlewire'", `'${join(ROOT, 'clients', 'typescript', 'src', 'index.ts')}'`)
    .split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const body = lines.filter((line) => !line.startsWith('import '));
  const given = Object.entries(SURROUNDINGS)
    .filter(([name]) => new RegExp(String.raw`(?<![.\w])${name}\b`).test(code))
    .filter(([name]) => !new RegExp(String.raw`(const|let) ${name}\b`).test(code))
    .map(([, declaration]) => declaration);
  return [...imports, ...given, 'export async function block() {', ...body, '}', ''].join('\n');
}

function compile(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', 'tsc'), [
      '--noEmit',
      '--pretty',
      'false',
      '-p',
      folder,
    ]);
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', (code) => {
      // A failure without a finding, such as a bad configuration, is a finding as well.
      resolve(code === 0 || output.includes('error TS') ? output : `error TS: ${output} (exit code ${code})`);
    });
  });
}
