import { wrongUsage } from './failure.ts';

/** Reads a whole number that was typed, both bounds included. @throws CliError that names the option and its bounds. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw wrongUsage(`${option} is a whole number from ${least} to ${most}.`);
  }
  return value;
}
