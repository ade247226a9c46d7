import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../docs/blocks.ts';

/** The PHP package. */
export const PACKAGE = join(ROOT, 'clients', 'php');
/** Where Debian's packages are. Packagist is not needed. */
const DEBIAN = '/usr/share/php';
const NEEDED = 'php-cli php-curl php-xml php-zip composer phpunit php-guzzlehttp-guzzle php-psr-log';

export interface Output {
  readonly code: number;
  readonly text: string;
}

/** A program that runs until it is stopped. */
export interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Runs a program to its end. Standard error is part of the text. */
export function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Output> {
  const env = { ...process.env, ...options.env };
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: options.cwd, env }, (error, stdout, stderr) => {
      if (error !== null && 'code' in error && error.code === 'ENOENT')
        reject(new Error(`${program} is missing. Run: apt-get install ${NEEDED}`));
      else resolve({ code: error === null ? 0 : Number(error.code ?? 1), text: stdout + stderr });
    });
  });
}

/** Starts a PHP program, such as PHP's own web server. */
export function startPhp(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Running {
  const child = spawn('php', args, { cwd, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

/**
 * Packs the client as it would be published, and installs the archive with composer into an empty project.
 * @returns the files of the installed package, one level deep
 */
export async function installInto(folder: string): Promise<string[]> {
  mkdirSync(join(folder, 'packages'));
  const env = {
    COMPOSER_HOME: join(folder, 'composer-home'),
    COMPOSER_ALLOW_SUPERUSER: '1',
    COMPOSER_DISABLE_NETWORK: '1',
  };
  const pack = ['archive', '--format=zip', `--dir=${join(folder, 'packages')}`, '--file=bundlewire'];
  await succeed(run('composer', pack, { cwd: PACKAGE, env }));
  writeFileSync(join(folder, 'composer.json'), JSON.stringify(project()));
  await succeed(run('composer', ['install', '--no-interaction', '--no-progress'], { cwd: folder, env }));
  return readdirSync(join(folder, 'vendor', 'bundlewire', 'bundlewire')).toSorted();
}

async function succeed(output: Promise<Output>): Promise<void> {
  const { code, text } = await output;
  if (code !== 0) throw new Error(text);
}

function project() {
  const psr = ['psr/http-client', 'psr/http-factory', 'psr/http-message'];
  return {
    require: { 'bundlewire/bundlewire': '*', 'guzzlehttp/guzzle': '^7.4' },
    repositories: [
      { type: 'artifact', url: 'packages' },
      {
        type: 'package',
        package: [
          {
            ...debian('guzzlehttp/guzzle', '7.4.5', 'GuzzleHttp'),
            provide: Object.fromEntries(psr.map((name) => [name, '1.0.1'])),
          },
          debian('psr/log', '1.1.4', 'Psr/Log'),
        ],
      },
      { 'packagist.org': false },
    ],
  };
}

/** A package of Debian, as composer sees one. */
function debian(name: string, version: string, folder: string) {
  return {
    name,
    version,
    dist: { type: 'path', url: join(DEBIAN, folder) },
    autoload: { files: ['autoload.php'] },
  };
}
