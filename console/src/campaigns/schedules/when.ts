import type { RecurringBatch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';

type Calendar = Pick<RecurringBatch, 'at' | 'time_zone' | 'weekdays' | 'month_days'>;

/** Says the calendar of a recurring campaign, on the clocks of its zone. */
export function useWhen(): (calendar: Calendar) => string {
  const { t } = useTexts();
  const { weekdays: names, list } = useFormat();
  return ({ at, time_zone: zone, weekdays, month_days: monthDays }) => {
    const clock = { at, zone };
    const onWeekdays = list(weekdays.map((day) => names[day - 1] ?? ''));
    const onDates = list(monthDays.map(String));
    if (weekdays.length > 0 && monthDays.length > 0)
      return t('recurring.both', { ...clock, weekdays: onWeekdays, dates: onDates });
    if (weekdays.length > 0) return t('recurring.weekly', { ...clock, weekdays: onWeekdays });
    return monthDays.length > 0
      ? t('recurring.monthly', { ...clock, dates: onDates })
      : t('recurring.daily', clock);
  };
}
