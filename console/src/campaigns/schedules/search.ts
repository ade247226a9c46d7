/** What the screen of schedules shows. */
export interface ScheduleSearch {
  /** YYYY-MM in the zone of the browser; left out for this month. */
  month?: string;
  /** The form for a recurring campaign: for the campaign with this id, or `new` to choose one. */
  repeat?: string;
}

/** Reads the parameters of an address; what is not one is left out. */
export function readScheduleSearch({ month, repeat }: Record<string, unknown>): ScheduleSearch {
  return {
    ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
    ...(typeof repeat === 'string' && /^(new|bat_[0-9a-z]{26})$/.test(repeat) ? { repeat } : {}),
  };
}
