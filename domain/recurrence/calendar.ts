/** When a recurring campaign runs, on the clocks of a time zone. A day must match both lists; an empty list matches every day. */
export interface Calendar {
  /** IANA name. */
  readonly timeZone: string;
  /** Minute of the day. */
  readonly minute: number;
  /** 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  /** 1 to 31: a month without the day has no run. */
  readonly monthDays: readonly number[];
  /** No run after this; null for no end. */
  readonly endsAt: Date | null;
}

/** How many next runs are shown. */
export const NEXT_RUNS_MAX = 10;
const DAY_MS = 24 * 3_600_000;
/** The 29th of February, on one weekday, comes back within 40 years; a rule that finds nothing in so many days has no more runs. */
const DAYS_MAX = 40 * 366;

/** Whether a time zone is known. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * The next runs after a time, at most `count`. A local time that clocks skip has no run, and of one that comes twice only the
 * first is a run.
 */
export function nextRuns(calendar: Calendar, after: Date, count: number): Date[] {
  const offsetMs = offsetsOf(calendar.timeZone);
  const today = Math.floor((after.getTime() + offsetMs(after.getTime())) / DAY_MS) * DAY_MS;
  const found: Date[] = [];
  for (let day = 0; day < DAYS_MAX && found.length < count; day++) {
    const local = today + day * DAY_MS;
    if (!matches(calendar, new Date(local))) continue;
    const at = toInstant(offsetMs, local + calendar.minute * 60_000);
    if (at === null || at <= after) continue;
    if (calendar.endsAt !== null && at > calendar.endsAt) break;
    found.push(at);
  }
  return found;
}

/** @param day a local day, as if it were in UTC */
function matches({ weekdays, monthDays }: Calendar, day: Date): boolean {
  const weekday = day.getUTCDay() === 0 ? 7 : day.getUTCDay();
  return (
    (weekdays.length === 0 || weekdays.includes(weekday)) &&
    (monthDays.length === 0 || monthDays.includes(day.getUTCDate()))
  );
}

/** The first instant with this local time; null if there is none. */
function toInstant(offsetMs: (at: number) => number, local: number): Date | null {
  const candidates = [local - offsetMs(local - DAY_MS), local - offsetMs(local + DAY_MS)];
  const real = candidates.filter((at) => at + offsetMs(at) === local);
  return real.length === 0 ? null : new Date(Math.min(...real));
}

/** How far ahead of UTC the clocks of a zone are at a time, in ms. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const local = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return local - Math.floor(at / 1_000) * 1_000;
  };
}
