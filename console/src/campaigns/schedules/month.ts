import { localDay } from '../../app/local-time.ts';

/** A day of the calendar. */
export interface Day {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly number: number;
  /** Days of the months before and after fill the first and last week. */
  readonly isOfMonth: boolean;
}

/** The month of a time where the browser is, as YYYY-MM. */
export function localMonth(at: Date): string {
  return localDay(at).slice(0, 7);
}

/** The month before or after. @param month YYYY-MM */
export function monthBeside(month: string, by: 1 | -1): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return localMonth(new Date(year, of - 1 + by, 1));
}

/** The weeks of a month, each from Monday to Sunday. @param month YYYY-MM */
export function weeksOf(month: string): readonly (readonly Day[])[] {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const weekdayOfFirst = (new Date(year, of - 1, 1).getDay() + 6) % 7;
  const days = new Date(year, of, 0).getDate();
  const weeks = Math.ceil((weekdayOfFirst + days) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const at = new Date(year, of - 1, 1 - weekdayOfFirst + week * 7 + weekday);
      return { date: localDay(at), number: at.getDate(), isOfMonth: at.getMonth() === of - 1 };
    }),
  );
}
