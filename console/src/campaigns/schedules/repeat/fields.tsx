import { useMemo } from 'react';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Choice, Field } from '../../../ui/inputs.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { DayFields } from './days.tsx';
import { type FieldsProps, recurringReferenceOf, WINDOW_HOURS_MAX } from './wish.ts';

/** What stands under a field: what is wrong with it, otherwise its hint. */
function under(problem: string | undefined, hint?: string) {
  const text = problem ?? hint;
  return { isInvalid: problem !== undefined, ...(text === undefined ? {} : { hint: text }) };
}

/** What a recurring campaign is asked for. @param source the campaign that was chosen */
export function WishFields({
  sources,
  source,
  ...rest
}: FieldsProps & { readonly sources: readonly Batch[]; readonly source: Batch | undefined }) {
  return (
    <>
      <SourceChoice sources={sources} source={source} {...rest} />
      <NameField {...rest} />
      <DayFields {...rest} />
      <ClockFields {...rest} />
      {source === undefined ? null : <CostField source={source} {...rest} />}
      <OtherFields {...rest} />
    </>
  );
}

function SourceChoice({
  sources,
  source,
  wish,
  change,
  problemOf,
}: FieldsProps & { readonly sources: readonly Batch[]; readonly source: Batch | undefined }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const problem = problemOf('batch_id');
  return (
    <div className="field">
      <Choice
        label={t('repeat.source')}
        value={wish.batchId}
        options={[['', t('repeat.choose')], ...sources.map(({ id, reference }) => [id, reference] as const)]}
        onChange={(batchId) => change({ batchId }, ['batch_id', 'approved_cost'])}
      />
      <p className="hint">
        {source === undefined
          ? t('repeat.sourceHint')
          : t('repeat.sourceCost', { count: source.counts.valid, amount: money(source.cost) })}
      </p>
      {source?.send_between == null ? null : <Hours between={source.send_between} />}
      {problem === undefined ? null : <p className="notice bad">{problem}</p>}
    </div>
  );
}

/** The hours of the campaign, which its runs keep. @param between such as `09:00-20:00` */
function Hours({ between }: { readonly between: string }) {
  const { t } = useTexts();
  const [from = '', until = ''] = between.split('-');
  return <p className="hint">{t('repeat.hours', { from, until })}</p>;
}

function NameField({ wish, change, problemOf }: FieldsProps) {
  const { t } = useTexts();
  const reference = recurringReferenceOf(wish.name);
  const problem = problemOf('reference');
  return (
    <Field
      label={t('repeat.name')}
      {...under(problem, reference === '' ? t('repeat.nameHint') : t('prepare.nameKept', { reference }))}
      maxLength={100}
      value={wish.name}
      onChange={(name) => change({ name }, ['reference'])}
    />
  );
}

function ClockFields({ wish, change, problemOf }: FieldsProps) {
  const { t } = useTexts();
  const zones = useMemo(
    () => [...new Set([wish.zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [wish.zone],
  );
  const problem = problemOf('at');
  const zoneProblem = problemOf('time_zone');
  return (
    <>
      <Field
        label={t('repeat.at')}
        {...under(problem)}
        inputProps={{ type: 'time' }}
        value={wish.at}
        onChange={(at) => change({ at }, ['at'])}
      />
      <Choice
        label={t('repeat.zone')}
        value={wish.zone}
        options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
        onChange={(zone) => change({ zone }, ['time_zone'])}
      />
      {zoneProblem === undefined ? null : <p className="notice bad">{zoneProblem}</p>}
    </>
  );
}

function CostField({ source, wish, change, problemOf }: FieldsProps & { readonly source: Batch }) {
  const { t } = useTexts();
  const problem = problemOf('approved_cost');
  return (
    <MoneyField
      label={t('repeat.most')}
      hint={t('repeat.mostHint')}
      {...(problem === undefined ? {} : { problem })}
      currency={source.cost.currency}
      value={wish.amount}
      onChange={(amount) => change({ amount }, ['approved_cost'])}
    />
  );
}

function OtherFields({ wish, change, problemOf }: FieldsProps) {
  const { t } = useTexts();
  const { zone } = useFormat();
  const [endProblem, hoursProblem] = [problemOf('ends_at'), problemOf('duplicate_window_hours')];
  return (
    <>
      <Field
        label={t('repeat.ends')}
        {...under(endProblem, t('repeat.endsHint', { zone }))}
        inputProps={{ type: 'datetime-local' }}
        value={wish.endsAt}
        onChange={(endsAt) => change({ endsAt }, ['ends_at'])}
      />
      <Field
        label={t('repeat.window')}
        {...under(hoursProblem, t('repeat.windowHint'))}
        inputProps={{ type: 'number', min: 0, max: WINDOW_HOURS_MAX }}
        value={wish.windowHours}
        onChange={(windowHours) => change({ windowHours }, ['duplicate_window_hours'])}
      />
    </>
  );
}
