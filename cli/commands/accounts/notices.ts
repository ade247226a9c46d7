import type { Command } from 'commander';
import { EmailAddress } from '../../../contract/settings.ts';
import {
  type NoticeAddresses,
  readNoticeAddresses,
  replaceNoticeAddresses,
} from '../../../db/notices/notices.ts';
import { NOTICE_ADDRESSES_MAX, NOTICE_KINDS, type NoticeKind } from '../../../domain/notices/notice.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
Give several addresses with commas between them. Each option replaces all addresses of its kind; none removes them. What
you leave out stays as it is.

  bundlewire rules notices acc_… --completed ops@client.example,finance@client.example --reason "at their request"`;

interface NoticeOptions {
  readonly ready?: string;
  readonly completed?: string;
  readonly paused?: string;
  readonly needsMoney?: string;
}

/** `rules notices`: who gets e-mails about the campaigns of an account. */
export function addNoticesCommand(rules: Command, frame: Frame): void {
  frame
    .changes(rules, 'notices <account>', 'Sets who gets e-mails about the campaigns of an account.')
    .option('--ready <addresses>', 'when a campaign is checked and waits to be started, or none')
    .option('--completed <addresses>', 'when all rows of a campaign are done, or none')
    .option('--paused <addresses>', 'when a campaign pauses, except for money or on request, or none')
    .option('--needs-money <addresses>', 'when a campaign pauses because the balance is too low, or none')
    .addHelpText('after', HELP)
    .action(frame.does<NoticeOptions, [string]>(setNotices));
}

async function setNotices(session: Session, options: NoticeOptions, accountText: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const typed: Readonly<Record<NoticeKind, string | undefined>> = {
    ready: options.ready,
    completed: options.completed,
    paused: options.paused,
    needs_money: options.needsMoney,
  };
  const changed = NOTICE_KINDS.flatMap((kind) => {
    const text = typed[kind];
    return text === undefined ? [] : [[kind, readAddresses(text)] as const];
  });
  if (changed.length === 0) throw wrongUsage('Give --ready, --completed, --paused or --needs-money.');
  const before = await readNoticeAddresses(session.pool(), account.id);
  const wanted: NoticeAddresses = { ...before, ...Object.fromEntries(changed) };
  await replaceNoticeAddresses(session.pool(), account.id, wanted, await session.actor());
  const addresses = await readNoticeAddresses(session.pool(), account.id);
  return { json: { account_id: account.id, notices: addresses }, text: fields(noticeFields(addresses)) };
}

/** @throws CliError that names what is not an address. */
function readAddresses(text: string): readonly string[] {
  if (text === 'none') return [];
  const addresses = text.split(',').map((address) => address.trim());
  const wrong = addresses.find((address) => !EmailAddress.safeParse(address).success);
  if (wrong === '')
    throw wrongUsage(`${text} has a comma too many. Write it as a@client.example,b@client.example.`);
  if (wrong !== undefined) throw wrongUsage(`${wrong} is not an e-mail address.`);
  if (addresses.length > NOTICE_ADDRESSES_MAX)
    throw wrongUsage(`Give at most ${NOTICE_ADDRESSES_MAX} addresses for each kind.`);
  return addresses;
}

const NAMES: Readonly<Record<NoticeKind, string>> = {
  ready: 'E-mail when ready',
  completed: 'E-mail when completed',
  paused: 'E-mail when paused',
  needs_money: 'E-mail when money is needed',
};

/** Who gets which e-mail. */
export function noticeFields(addresses: NoticeAddresses): (readonly [string, string])[] {
  return NOTICE_KINDS.map((kind) => [NAMES[kind], addresses[kind].join(', ') || 'no one']);
}
