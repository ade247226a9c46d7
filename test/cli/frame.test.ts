import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../cli/program.ts';
import type { Terminal } from '../../cli/terminal.ts';
import { run } from '../support/cli/terminal.ts';

const LAUNCHER = join(import.meta.dirname, '..', '..', 'cli', 'bundlewire.mjs');
const QUIET: Terminal = {
  environment: {},
  userName: () => null,
  out: () => undefined,
  err: () => undefined,
  isInteractive: false,
  ask: async () => '',
};

describe('every command', () => {
  const commands = leaves(createProgram(QUIET, () => undefined)).filter(
    ([path]) => !/^(complete|help)$/.test(path),
  );

  it.each(commands)('%s has a description and can print JSON', (_path, command) => {
    expect(command.description()).toMatch(/^[A-Z].*\.$/);
    expect(command.options.map(({ long }) => long)).toContain('--json');
    for (const option of command.options) expect(option.description).not.toBe('');
  });

  it('that takes --yes also takes a reason and an operator, except those that use the API', () => {
    const confirmed = commands
      .map(([path, { options }]) => [path, options.map(({ long }) => long)] as const)
      .filter(([path, names]) => names.includes('--yes') && path !== 'batch cancel');
    expect(confirmed.length).toBeGreaterThan(5);
    for (const [path, names] of confirmed)
      expect(names, path).toEqual(expect.arrayContaining(['--reason', '--operator']));
  });
});

describe('the tool', () => {
  it('exits with 2 for an unknown command, and suggests a similar one', async () => {
    const ran = await run(['acount'], { environment: {} });
    expect(ran).toMatchObject({ exitCode: 2, out: '', err: expect.stringContaining('account') });
  });

  it('exits with 2 and an error, as JSON with --json, when the database does not answer', async () => {
    const environment = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' };
    const { exitCode, err } = await run(['account', 'list', '--json'], { environment });
    expect(exitCode).toBe(2);
    expect(JSON.parse(err).error.message).toMatch(/^The database does not answer/);
  });

  it('shows its commands, exit codes and examples with --help', async () => {
    const { out, exitCode } = await run(['--help'], { environment: {} });
    expect(exitCode).toBe(0);
    expect(out).toMatch(/Exit codes:/);
    expect(out).toMatch(/account /);
  });

  it.each([
    [['acc'], ['account']],
    [['key', 're'], ['revoke']],
    [['account', 'fund', '--y'], ['--yes']],
    [['account', 'show', ''], []],
  ])('completes %j to %j', async (words, candidates) => {
    const { out } = await run(['complete', '--', ...words], { environment: {} });
    expect(out.split('\n').filter((line) => line !== '')).toEqual(candidates);
  });

  it.each(['bash', 'zsh', 'fish'])('has a completion for %s, which calls the tool', async (shell) => {
    const { out, exitCode } = await run(['completion', shell], { environment: {} });
    expect(exitCode).toBe(0);
    expect(out).toContain('bundlewire complete --');
    const { out: json } = await run(['completion', shell, '--json'], { environment: {} });
    expect(JSON.parse(json)).toEqual({ shell, script: out.trimEnd() });
  });

  it('names the supported shells', async () => {
    const ran = await run(['completion', 'csh'], { environment: {} });
    expect(ran).toMatchObject({ exitCode: 2, err: expect.stringContaining('bash, zsh, fish') });
  });

  it('explains what to set when npx starts it in a folder without a stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'));
    const { PATH = '' } = process.env;
    const called = promisify(execFile)(process.execPath, [LAUNCHER, 'account', 'list'], {
      cwd: folder,
      env: { PATH },
    });
    await expect(called).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'No database is configured. Set DATABASE_URL, or run this in the folder where npm start runs.\n',
    });
    rmSync(folder, { recursive: true });
  });
});

function leaves(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`.trim()));
}
