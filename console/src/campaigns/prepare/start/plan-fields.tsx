import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useBundleRows } from '../../../approvals/contents.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Choice, Field } from '../../../ui/inputs.tsx';
import { FIRST_MAX, localInput, type Plan, type PlanFault, rowsOf, startOf } from './plan.ts';

const MINUTE_MS = 60_000;

/** When the campaign starts, in which hours it buys, and whether it begins with a few rows. */
export function PlanFields({
  plan,
  change,
  isAsked = false,
}: {
  readonly plan: Plan;
  readonly change: (part: Partial<Plan>) => void;
  /** It is only requested. The person who starts it decides whether it begins with a few rows. */
  readonly isAsked?: boolean;
}) {
  const { t } = useTexts();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Choice
        label={t('plan.when')}
        value={plan.when}
        options={[
          ['now', t(isAsked ? 'plan.approved' : 'plan.now')],
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
      {isAsked ? null : <TrialFields plan={plan} change={change} />}
    </>
  );
}

function TrialFields({
  plan,
  change,
}: {
  readonly plan: Plan;
  readonly change: (part: Partial<Plan>) => void;
}) {
  const { t } = useTexts();
  return (
    <>
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

/** What must be corrected. A time that was not chosen yet is no mistake. */
export function PlanFaults({ plan, faults }: { readonly plan: Plan; readonly faults: readonly PlanFault[] }) {
  const { t } = useTexts();
  return faults
    .filter((fault) => fault !== 'at' || plan.at !== '')
    .map((fault) => (
      <p key={fault} className="notice bad">
        {t(`plan.fault.${fault}`)}
      </p>
    ));
}

/** The plan in words, for a confirmation. */
export function PlanPoints({
  plan,
  batch,
  isAsked = false,
}: {
  readonly plan: Plan;
  readonly batch: Batch;
  readonly isAsked?: boolean;
}) {
  const { t } = useTexts();
  const { money, time, number } = useFormat();
  const bundles = useBundleRows(batch.id);
  const now = t(isAsked ? 'ask.whenStarted' : 'start.now');
  return (
    <ul>
      <li>{t('start.contents', { name: batch.reference, rows: batch.counts.waiting })}</li>
      {bundles.map(({ name, rows }) => (
        <li key={name}>{t('approvals.bundle', { name, rows: number(rows) })}</li>
      ))}
      <li>{t('start.most', { amount: money(batch.cost) })}</li>
      {plan.isTrial ? <li>{t('start.trial', { rows: rowsOf(plan, batch) })}</li> : null}
      <li>{plan.when === 'now' ? now : t('start.at', { time: time(startOf(plan)) })}</li>
      <li>
        {plan.hours === 'any'
          ? t('start.anyHour')
          : t('start.between', { from: plan.from, until: plan.until })}
      </li>
      {batch.counts.duplicates > 0 && batch.on_duplicate === 'buy' ? (
        <li>{t('start.duplicates', { count: batch.counts.duplicates })}</li>
      ) : null}
    </ul>
  );
}
