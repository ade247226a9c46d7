import type { Command } from 'commander';
import type { KeyTerms } from '../../../domain/access/key-power.ts';
import { isScope, RIGHTS } from '../../../domain/access/rights.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';
import { readAmount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';

/** Help about the scopes of keys, with every right. */
export const SCOPES_HELP = `
Scopes are rights, or all, or read_only for all rights that only show something:

${Object.entries(RIGHTS)
  .map(([right, meaning]) => `  ${right.padEnd(24)} ${meaning}`)
  .join('\n')}`;

/** Options that set the terms of a key. */
export interface TermOptions {
  readonly name?: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly purchaseCap?: string;
  readonly dayCap?: string;
}

/** Adds the options to a command. */
export function withTerms(command: Command): Command {
  return command
    .option('--name <text>', 'a name for people')
    .option('--scopes <list>', 'what it may do, separated by commas; a new key may do everything')
    .option('--expires <time>', 'from then on it does not work, for example 2027-01-31T00:00:00Z; or never')
    .option('--purchase-cap <amount>', 'the most that one purchase may cost, or none')
    .option('--day-cap <amount>', 'the most that it may spend in one UTC day, or none');
}

/** The terms that the options name. @throws CliError for a scope or time that is none. */
export function readTerms(
  { name, scopes, expires, purchaseCap, dayCap }: TermOptions,
  { caps }: Pick<KeyTerms, 'caps'>,
  currency: string,
): Partial<KeyTerms> {
  const changesCaps = (purchaseCap ?? dayCap) !== undefined;
  return {
    ...(name === undefined ? {} : { name: readName(name) }),
    ...(scopes === undefined ? {} : { scopes: readScopes(scopes) }),
    ...(expires === undefined ? {} : { expiresAt: expires === 'never' ? null : readTime(expires) }),
    ...(changesCaps
      ? {
          caps: {
            purchase: readCap(purchaseCap, caps.purchase, currency),
            day: readCap(dayCap, caps.day, currency),
          },
        }
      : {}),
  };
}

function readCap(text: string | undefined, before: MinorUnits | null, currency: string): MinorUnits | null {
  if (text === undefined) return before;
  if (text === 'none') return null;
  const cap = readAmount(text, currency);
  if (cap <= 0) throw wrongUsage(`${text} is not a cap: it must be above zero.`);
  return cap;
}

export function capText(cap: MinorUnits | null, currency: string): string {
  return cap === null ? 'none' : formatAmount(cap, currency);
}

function readName(text: string): string {
  if (text.length > 100) throw wrongUsage('--name must have at most 100 characters.');
  return text;
}

function readScopes(text: string): string[] {
  const scopes = [...new Set(text.split(',').map((scope) => scope.trim()))];
  const unknown = scopes.find((scope) => !isScope(scope));
  if (unknown !== undefined) throw wrongUsage(`"${unknown}" is not a scope. See key issue --help.`);
  return scopes;
}

function readTime(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(at.getTime()))
    throw wrongUsage(`--expires must be a time such as 2027-01-31T00:00:00Z, or never, not "${text}".`);
  return at;
}
