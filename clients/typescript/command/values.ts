import type { Money } from '../src/index.ts';
import { wrongUsage } from './failure.ts';
import { decimals } from './show/layout.ts';
import type { Given } from './spec.ts';

/** An option with a few possible values. @throws CommandError for another value. */
export function readChoice<T extends string>(
  name: string,
  given: Given,
  choices: readonly T[],
): T | undefined {
  const value = given.value(name);
  const known = choices.find((choice) => choice === value);
  if (value !== undefined && known === undefined)
    throw wrongUsage(`--${name} ${value} is not known. Use one of: ${choices.join(', ')}.`);
  return known;
}

/** An option that is a whole number from 1. @throws CommandError for anything else. */
export function readWhole(name: string, given: Given): number | undefined {
  const text = given.value(name);
  if (text !== undefined && !/^[1-9][0-9]{0,9}$/.test(text))
    throw wrongUsage(`--${name} ${text} is not a whole number. Write it without a unit, as 1024.`);
  return text === undefined ? undefined : Number(text);
}

/** An option with several whole numbers, such as `1,3,5`; empty if it was not given. @throws CommandError for anything else. */
export function readWholes(name: string, given: Given): number[] {
  const text = given.value(name);
  if (text === undefined) return [];
  const parts = text.split(',').map((part) => part.trim());
  if (parts.some((part) => !/^[1-9][0-9]?$/.test(part)))
    throw wrongUsage(`--${name} ${text} is not a list of numbers. Write it as 1,3,5.`);
  return parts.map(Number);
}

/** A time span of whole hours that may be 0. @throws CommandError for anything else. */
export function readHours(name: string, given: Given): number | undefined {
  const text = given.value(name);
  if (text !== undefined && !/^[0-9]{1,4}$/.test(text))
    throw wrongUsage(`--${name} ${text} is not a whole number of hours. Write it as 72.`);
  return text === undefined ? undefined : Number(text);
}

/**
 * Reads an amount in the major unit, with every decimal written out: `1500.00` or `1,500.00` for NGN.
 * @param name of its option. @throws CommandError for anything else.
 */
export function readMoney(name: string, text: string, currency: string): Money {
  const digits = decimals(currency);
  const [, whole, fraction = ''] = /^([0-9]+)(?:\.([0-9]+))?$/.exec(text.replaceAll(',', '')) ?? [];
  const amount = Number(`${whole}${fraction}`);
  if (whole === undefined || fraction.length !== digits || !Number.isSafeInteger(amount))
    throw wrongUsage(`--${name} ${text} is not an amount. Write all decimals, for example 1500.00.`);
  return { amount, currency };
}
