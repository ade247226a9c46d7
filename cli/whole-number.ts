import { wrongUsage } from './failure.ts';

/** Reads a whole number that was typed; the bounds are included. @throws CliError that names the option and its bounds. */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw wrongUsage(`${option} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}
