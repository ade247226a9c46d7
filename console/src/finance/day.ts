/** The UTC day of now, or some days from it, as YYYY-MM-DD. */
export function utcDay(days = 0, now = Date.now()): string {
  return new Date(now + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day before or after a day. @param date YYYY-MM-DD */
export function neighbour(date: string, days: number): string {
  return utcDay(days, Date.parse(`${date}T00:00:00Z`));
}

/** Whether a text is a day. */
export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Whether a text is a month, YYYY-MM. */
export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && isDay(`${text}-01`);
}

/** The first and the last day of a month. @param month YYYY-MM */
export function daysOfMonth(month: string): { readonly from: string; readonly to: string } {
  const from = `${month}-01`;
  // The 32nd day from the first is always in the next month.
  const next = `${neighbour(from, 31).slice(0, 7)}-01`;
  return { from, to: neighbour(next, -1) };
}
