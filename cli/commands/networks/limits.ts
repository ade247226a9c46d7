import { wrongUsage } from '../../failure.ts';
import { wholeNumber } from '../../whole-number.ts';

export const RATE_MAX = 10_000;
const IN_FLIGHT_MAX = 100_000;

/** Purchases per second, from the option --rate. @throws CliError if it is not such a number. */
export function readRate(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= RATE_MAX))
    throw wrongUsage(`--rate must be a number above 0, up to ${RATE_MAX}, not "${text}".`);
  return value;
}

/** How many purchases may be in flight, from the option --in-flight. @throws CliError if it is not such a number. */
export function readInFlight(text: string): number {
  return wholeNumber('--in-flight', text, 1, IN_FLIGHT_MAX);
}
