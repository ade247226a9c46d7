import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createProgram } from '../../../cli/program.ts';
import { COMMAND_RIGHTS, needOf } from '../../../cli/sign-in/rights.ts';
import { isStaffRight, STAFF_RIGHTS, STAFF_ROLES } from '../../../domain/access/staff.ts';

const QUIET = {
  environment: {},
  userName: () => null,
  out() {},
  err() {},
  isInteractive: false,
  ask: async () => '',
};
const commands = leaves(createProgram(QUIET, () => undefined)).filter(([path]) => path !== 'complete');

function leaves(command: Command, path = ''): [string, Command][] {
  if (command.commands.length === 0) return [[path, command]];
  return command.commands.flatMap((child) => leaves(child, `${path} ${child.name()}`.trim()));
}

describe('the rights of commands', () => {
  it('are named for every command, and for no other', () => {
    expect(Object.keys(COMMAND_RIGHTS).toSorted()).toEqual(commands.map(([path]) => path).toSorted());
  });

  it('deny a command that is not in the table', () => {
    for (const path of ['', 'account', 'account destroy', 'toString', '__proto__'])
      expect(needOf(path)).toBeNull();
  });

  it('are those of the staff, and each is of use', () => {
    const used = new Set(Object.values(COMMAND_RIGHTS));
    expect(Object.keys(STAFF_RIGHTS).filter((right) => isStaffRight(right) && !used.has(right))).toEqual([]);
  });

  it('to change something are more than rights to read, except to end what one requested', () => {
    const changing = commands.filter(([, { options }]) => options.some(({ long }) => long === '--reason'));
    const reading = changing.filter(([path]) => needOf(path)?.endsWith(':read') === true);
    expect(reading.map(([path]) => path)).toEqual(['approval withdraw', 'number export']);
  });

  it.each(Object.entries(STAFF_ROLES))(
    'leave %s commands that it may use',
    (_role, rights: ReadonlySet<string>) => {
      const allowed = Object.values(COMMAND_RIGHTS).filter((need) => rights.has(need));
      expect(allowed.length).toBeGreaterThan(10);
    },
  );
});
