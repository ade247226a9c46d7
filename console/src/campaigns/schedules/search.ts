/** Which month the calendar shows. */
export interface MonthSearch {
  /** YYYY-MM in the zone of the browser; left out for this month. */
  month?: string;
}

/** Reads the month of an address; what is no month is left out. */
export function readMonthSearch({ month }: Record<string, unknown>): MonthSearch {
  return typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {};
}
