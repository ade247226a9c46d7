import type { PersonMail } from '../../db/people/mails/send.ts';
import { oneLine } from './one-line.ts';

/** The subject of a mail to a person. */
export function personMailSubject({ kind, organisation }: PersonMail): string {
  switch (kind) {
    case 'invitation':
      return `You are invited to ${organisation ?? 'an organisation'}`;
    case 'recovery':
      return 'Set a new password';
    case 'new_device':
      return 'New sign-in to your account';
    case 'password_changed':
      return 'Your password was changed';
    case 'second_factor_changed':
      return 'Your second factor was changed';
    case 'passkey_changed':
      return 'Your passkeys were changed';
    case 'code_repeated':
      return 'A code from your app was used twice';
  }
}

/**
 * The text of a mail to a person: what happened, when, from where, and what to do.
 * @param link the address that works once; null for mails without one.
 */
export function personMailText(mail: PersonMail, link: string | null): string {
  return [
    ...happened(mail),
    ...(link === null ? fromWhere(mail) : ['', link]),
    '',
    ...whatToDo(mail),
    '',
  ].join('\n');
}

function happened({ kind, organisation, role, facts }: PersonMail): string[] {
  switch (kind) {
    case 'invitation':
      return [
        `You are invited to ${oneLine(organisation ?? 'an organisation')} with the role ${oneLine(role ?? '')}.`,
      ];
    case 'recovery':
      return ['Someone asked for a link to set a new password for this e-mail address.'];
    case 'new_device':
      return ['You signed in with a browser that you have not used before.'];
    case 'password_changed':
      return ['Your password was changed. Your other sessions have ended.'];
    case 'second_factor_changed':
      return [`Your authenticator app was ${facts.change ?? 'changed'}.`];
    case 'passkey_changed':
      return [`The passkey "${oneLine(facts.name ?? '')}" was ${facts.change ?? 'changed'}.`];
    case 'code_repeated':
      return [
        'Someone sent a code from your authenticator app that was used before. The code was refused.',
        'If it was you, wait for the next code from your app, and send that one.',
      ];
  }
}

function fromWhere({ at, facts }: PersonMail): string[] {
  return [
    '',
    `Time: ${minute(at)}`,
    `IP address: ${facts.address ?? 'not known'}`,
    `Browser: ${oneLine(facts.userAgent ?? 'not known')}`,
  ];
}

function whatToDo({ kind, expiresAt }: PersonMail): string[] {
  switch (kind) {
    case 'invitation':
      return [
        `Open the link to accept. It works once, until ${expiresAt === null ? 'it ends' : minute(expiresAt)}.`,
        'If you do not know this organisation, do nothing.',
      ];
    case 'recovery':
      return [
        'The link works once, within 30 minutes. If it was not you, do nothing. Your password stays as it is.',
      ];
    default:
      return [
        'If it was not you, sign in, end your other sessions, and change your password. Then write to the owner of your organisation.',
      ];
  }
}

function minute(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
