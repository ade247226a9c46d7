import type { Notices, ReplaceNotices } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { fields } from '../show/layout.ts';
import type { Command, Given, Options, Shown } from '../spec.ts';

const KINDS = ['ready', 'completed', 'paused', 'needs_money'] as const;
type Kind = (typeof KINDS)[number];
const NO_ONE = 'none';

/** `notices`: who gets e-mails about campaigns. */
export const NOTICE_COMMANDS: readonly Command[] = [
  {
    name: 'notices',
    args: [],
    summary: 'Shows who gets e-mails about your campaigns.',
    options: {},
    run: async ({ api }) => shown(await api().settings.notices()),
  },
  {
    name: 'notices set',
    args: [],
    summary: 'Changes who gets e-mails about your campaigns.',
    options: {
      ready: addresses('a campaign is checked and waits to be started'),
      completed: addresses('all rows of a campaign are done'),
      paused: addresses('a campaign pauses, except for money or on request'),
      'needs-money': addresses('a campaign pauses because the balance is too low'),
    } satisfies Options,
    notes: `Each option replaces all addresses of its kind; ${NO_ONE} removes them. Kinds that you leave out stay as they are.`,
    async run({ api }, given) {
      const { settings } = api();
      const wanted = readWanted(given);
      return shown(await settings.replaceNotices({ ...toReplace(await settings.notices()), ...wanted }));
    },
  },
];

function addresses(when: string) {
  return { kind: 'values', value: 'ADDRESS', help: `who gets an e-mail when ${when}; repeatable` } as const;
}

function readWanted(given: Given): Partial<ReplaceNotices> {
  const wanted = KINDS.flatMap((kind) => {
    const found = given.values(kind.replace('_', '-'));
    return found.length === 0 ? [] : [[kind, found.filter((address) => address !== NO_ONE)] as const];
  });
  if (wanted.length === 0) throw wrongUsage(`Nothing to change. Add for example --completed ADDRESS.`);
  return Object.fromEntries(wanted);
}

function toReplace({ ready, completed, paused, needs_money }: Notices): ReplaceNotices {
  return { ready, completed, paused, needs_money };
}

function shown(notices: Notices): Shown {
  const names = { ready: 'Ready', completed: 'Completed', paused: 'Paused', needs_money: 'Needs money' };
  const lines = KINDS.map((kind: Kind): [string, string] => [
    names[kind],
    notices[kind].join(', ') || 'no one',
  ]);
  return { json: notices, text: fields(lines) };
}
