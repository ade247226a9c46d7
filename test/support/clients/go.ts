import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findGo } from '../../../tools/go-program.ts';
import { type Ended, type RunOptions, run as runProgram } from './run.ts';

export const MODULE = join(import.meta.dirname, '..', '..', '..', 'clients', 'go');

const NAME = 'github.com/bundlewire/bundlewire-go';
/** Runs a program to its end, with the Go that is installed and not one that a go.mod asks for. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Ended> {
  return runProgram(program, args, { cwd, env: { GOTOOLCHAIN: 'local', ...env } });
}

/** Runs `go` and returns its output. @throws Error with the output when it fails. */
export async function go(args: readonly string[], options: RunOptions): Promise<string> {
  const { code, output } = await run(findGo(), args, options);
  if (code !== 0) throw new Error(`go ${args.join(' ')} failed:\n${output}`);
  return output;
}

/** A module of a user in which the client is installed. */
export interface Installed {
  readonly env: Readonly<Record<string, string>>;
  /** The files that users get, from the root of the client's module. */
  readonly files: () => Promise<string[]>;
  /** Builds a program. Returns its path. */
  build(name: string, source: string): Promise<string>;
}

/** Releases the client as a tag of a repository, and installs it from there with `go get`. */
export async function installModule(folder: string): Promise<Installed> {
  const [released, app] = [join(folder, 'released'), join(folder, 'app')];
  cpSync(MODULE, released, { recursive: true });
  const [, version] = /Version = "(.*)"/.exec(readFileSync(join(MODULE, 'client.go'), 'utf8')) ?? [];
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'release'],
    ['tag', `v${version}`],
  ]) {
    const { code, output } = await run('git', args, { cwd: released });
    if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${output}`);
  }
  const env = {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `url.file://${released}.insteadOf`,
    GIT_CONFIG_VALUE_0: `https://${NAME}`,
    GOPRIVATE: NAME,
    GOFLAGS: '-modcacherw',
    GOMODCACHE: join(folder, 'modules'),
  };
  mkdirSync(app);
  await go(['mod', 'init', 'example.com/app'], { cwd: app, env });
  await go(['get', `${NAME}@v${version}`], { cwd: app, env });
  return {
    env,
    async files() {
      const template = '{{.Dir}}';
      const place = (await go(['list', '-m', '-f', template, NAME], { cwd: app, env })).trim();
      const { output } = await run('find', ['.', '-type', 'f'], { cwd: place });
      return output
        .trim()
        .split('\n')
        .map((path) => path.replace('./', ''));
    },
    async build(name, source) {
      mkdirSync(join(app, name));
      writeFileSync(join(app, name, 'main.go'), source);
      await go(['vet', `./${name}`], { cwd: app, env });
      await go(['build', '-o', join(folder, `run-${name}`), `./${name}`], { cwd: app, env });
      return join(folder, `run-${name}`);
    },
  };
}
