import type { ReactNode } from 'react';
import { useTexts } from '../../../app/i18n.tsx';
import { Check, toggled } from '../../../ui/checks.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Choice } from '../../../ui/inputs.tsx';
import { DAYS, type FieldsProps, hasMonthDays, hasWeekdays } from './wish.ts';

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1);
/** Days that some months do not have. */
const NOT_IN_ALL = 29;

/** On which days it runs. */
export function DayFields({ wish, change, problemOf }: FieldsProps) {
  const { t } = useTexts();
  const { weekdays } = useFormat();
  const isLate = [...wish.monthDays].some((day) => day >= NOT_IN_ALL);
  return (
    <>
      <Choice
        label={t('repeat.days')}
        value={wish.days}
        options={DAYS.map((days) => [days, t(`repeat.days.${days}`)])}
        onChange={(days) => change({ days }, ['weekdays', 'month_days'])}
      />
      {hasWeekdays(wish) ? (
        <Group legend={t('repeat.weekdays')} problem={problemOf('weekdays')}>
          {weekdays.map((name, index) => (
            <Check
              key={name}
              checked={wish.weekdays.has(index + 1)}
              onChange={(isIn) =>
                change({ weekdays: toggled(wish.weekdays, index + 1, isIn) }, ['weekdays', 'ends_at'])
              }
            >
              {name}
            </Check>
          ))}
        </Group>
      ) : null}
      {hasMonthDays(wish) ? (
        <Group legend={t('repeat.monthDays')} problem={problemOf('month_days')}>
          {MONTH_DAYS.map((day) => (
            <Check
              key={day}
              checked={wish.monthDays.has(day)}
              onChange={(isIn) =>
                change({ monthDays: toggled(wish.monthDays, day, isIn) }, ['month_days', 'ends_at'])
              }
            >
              {day}
            </Check>
          ))}
          {isLate ? <p className="hint">{t('repeat.lateDays')}</p> : null}
        </Group>
      ) : null}
    </>
  );
}

function Group({
  legend,
  problem,
  children,
}: {
  readonly legend: string;
  readonly problem: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <fieldset className="group day-choices">
      <legend>{legend}</legend>
      {children}
      {problem === undefined ? null : <p className="notice bad">{problem}</p>}
    </fieldset>
  );
}
