import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUserName } from '../../cli/terminal.ts';
import { urlAs } from '../../tools/stack/servers/roles.ts';
import { type CliFixture, createCliFixture } from '../support/cli/fixture.ts';
import { run } from '../support/cli/terminal.ts';

let fixture: CliFixture;
beforeAll(async () => {
  fixture = await createCliFixture();
});
afterAll(() => fixture.close());

const OVERRIDE = ['network', 'override', 'net_mtn_ng', 'operational', '--yes', '--reason', 'ticket 4711'];

/** Runs a command as a user of the system, who has given no other name. */
function runAs(userName: string | null, args: readonly string[], more: Record<string, string> = {}) {
  return run(args, {
    environment: { DATABASE_URL: urlAs('operator', fixture.url), ...more },
    userName,
  });
}

describe('a user without a name, as in a container', () => {
  it('reads without one', async () => {
    expect(await runAs(null, ['network', 'list'])).toMatchObject({ exitCode: 0 });
    expect(await runAs(null, ['whoami'])).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('without a name: changes need --operator'),
    });
  });

  it('changes nothing without one, and says how to give it', async () => {
    const before = await fixture.actions();
    expect(await runAs(null, OVERRIDE)).toMatchObject({
      exitCode: 2,
      out: '',
      err: expect.stringMatching(/Nothing was changed\. .* Add --operator .* BUNDLEWIRE_OPERATOR/),
    });
    expect(await fixture.actions()).toEqual(before);
  });

  it.each([
    ['--operator', [...OVERRIDE, '--operator', 'ada'], {}],
    ['BUNDLEWIRE_OPERATOR', OVERRIDE, { BUNDLEWIRE_OPERATOR: 'ada' }],
  ])('is recorded under the name of %s', async (_, args, more) => {
    expect(await runAs(null, args, more)).toMatchObject({ exitCode: 0 });
    expect((await fixture.actions()).at(-1)).toMatchObject({ operator: 'ada', action: 'network_override' });
  });
});

it('a user with a name is recorded under it', async () => {
  expect(await runAs('grace', OVERRIDE)).toMatchObject({ exitCode: 0 });
  expect((await fixture.actions()).at(-1)).toMatchObject({ operator: 'grace' });
});

it('the system knows a user by name, or does not', () => {
  expect(readUserName(() => ({ username: 'grace' }))).toBe('grace');
  expect(
    readUserName(() => {
      throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT');
    }),
  ).toBeNull();
});
