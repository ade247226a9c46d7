import { ZONES_OF_COUNTRY } from '../network/country-zones.ts';

/** Hours of the recipient's local time in which a batch buys, in minutes of the day: from the first, before the second. */
export interface SendBetween {
  readonly from: number;
  readonly until: number;
}

/** The shortest window, in minutes: rows of a short one could wait for days. */
export const SEND_WINDOW_MINUTES_MIN = 30;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** Steps from one closed zone to the next: more lead to no time that suits all zones. */
const STEPS_MAX = 60;

/** Reads `09:00-20:00`; null if it is not such a window, or a shorter one than is allowed. */
export function readSendBetween(text: string): SendBetween | null {
  const match = /^([01][0-9]|2[0-3]):([0-5][0-9])-([01][0-9]|2[0-4]):([0-5][0-9])$/.exec(text);
  if (match === null) return null;
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = match.slice(1).map(Number);
  const window = { from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute };
  return window.until <= DAY_MINUTES && window.until - window.from >= SEND_WINDOW_MINUTES_MIN ? window : null;
}

/** The same as text: `09:00-20:00`. */
export function showSendBetween({ from, until }: SendBetween): string {
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${clock(from)}-${clock(until)}`;
}

export type Hours =
  | { readonly kind: 'open' }
  /** `until`: when they are next within the window; null if no time suits all time zones of the country. */
  | { readonly kind: 'quiet'; readonly until: Date | null };

/**
 * Whether recipients in a country are within the window. A phone number does not say in which zone of a country it is, so
 * all zones must be within it. A country without a known zone is counted in UTC.
 */
export function judgeHours(window: SendBetween, country: string, at: Date): Hours {
  const zones = ZONES_OF_COUNTRY.get(country) ?? ['UTC'];
  const clocks = zones.map(clockOf);
  let candidate = at;
  for (let step = 0; step < STEPS_MAX; step++) {
    const closed = clocks.find((clock) => !isWithin(window, clock(candidate)));
    if (closed === undefined) return step === 0 ? { kind: 'open' } : { kind: 'quiet', until: candidate };
    candidate = nextBegin(window, closed, candidate);
  }
  return { kind: 'quiet', until: null };
}

/** The minute of the day on the clocks of a zone. */
type Clock = (at: Date) => number;

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => {
    const [hours = 0, minutes = 0] = format.format(at).split(':').map(Number);
    return hours * 60 + minutes;
  };
}

function isWithin({ from, until }: SendBetween, minute: number): boolean {
  return minute >= from && minute < until;
}

/** When the window next begins on a clock that is outside it. */
function nextBegin({ from }: SendBetween, clock: Clock, at: Date): Date {
  const minute = clock(at);
  const ahead = minute < from ? from - minute : DAY_MINUTES - minute + from;
  const wholeMinute = Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS;
  const begins = new Date(wholeMinute + ahead * MINUTE_MS);
  // Where clocks change on the way, the day is longer or shorter.
  const corrected = new Date(begins.getTime() + (from - clock(begins)) * MINUTE_MS);
  return corrected > at && clock(corrected) === from ? corrected : begins;
}
