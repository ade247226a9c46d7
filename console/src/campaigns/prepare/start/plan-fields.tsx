import { useTexts } from '../../../app/i18n.tsx';
import { Choice, Field } from '../../../ui/inputs.tsx';
import { FIRST_MAX, localInput, type Plan } from './plan.ts';

const MINUTE_MS = 60_000;

/** When the campaign starts, in which hours it buys, and whether it begins with a few rows. */
export function PlanFields({
  plan,
  change,
}: {
  readonly plan: Plan;
  readonly change: (part: Partial<Plan>) => void;
}) {
  const { t } = useTexts();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Choice
        label={t('plan.when')}
        value={plan.when}
        options={[
          ['now', t('plan.now')],
          ['later', t('plan.later')],
        ]}
        onChange={(when) => change({ when })}
      />
      {plan.when === 'now' ? null : (
        <Field
          label={t('plan.at')}
          hint={t('plan.zone', { zone })}
          value={plan.at}
          inputProps={{ type: 'datetime-local', min: localInput(new Date(Date.now() + MINUTE_MS)) }}
          onChange={(at) => change({ at })}
        />
      )}
      <Choice
        label={t('plan.hours')}
        value={plan.hours}
        options={[
          ['any', t('plan.anyHour')],
          ['between', t('plan.between')],
        ]}
        onChange={(hours) => change({ hours })}
      />
      {plan.hours === 'any' ? null : (
        <div className="pair">
          <Field
            label={t('plan.from')}
            value={plan.from}
            inputProps={{ type: 'time' }}
            onChange={(from) => change({ from })}
          />
          <Field
            label={t('plan.until')}
            value={plan.until}
            inputProps={{ type: 'time' }}
            onChange={(until) => change({ until })}
          />
          <p className="hint">{t('plan.hoursHint')}</p>
        </div>
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={plan.isTrial}
          onChange={({ target }) => change({ isTrial: target.checked })}
        />
        {t('plan.trial')}
      </label>
      {plan.isTrial ? (
        <Field
          label={t('plan.first')}
          hint={t('plan.firstHint')}
          value={plan.first}
          inputProps={{ type: 'number', min: 1, max: FIRST_MAX }}
          onChange={(first) => change({ first })}
        />
      ) : null}
    </>
  );
}
