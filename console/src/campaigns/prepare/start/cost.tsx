import type { Money as Amount, Batch, BatchOutcome } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Card, Money, Time } from '../../../ui/parts.tsx';
import { DataTable } from '../../../ui/table.tsx';
import { useBundles, useNetworks } from '../lists.ts';
import { approvalsFor, type CostRules } from './rules.ts';

/** What the campaign costs by network and bundle, what is left afterwards, and which rules it meets. */
export function CostCard({
  batch,
  outcomes,
  rules,
}: {
  readonly batch: Batch;
  readonly outcomes: readonly BatchOutcome[];
  readonly rules: CostRules;
}) {
  const { t } = useTexts();
  const { cost, available, shortfall, prices_locked_until: locked } = batch;
  const after = { ...available, amount: available.amount - cost.amount };
  return (
    <Card title={t('cost.title')}>
      <dl className="figures">
        <Figure label={t('cost.total')} amount={cost} />
        <Figure label={t('cost.available')} amount={available} />
        {shortfall.amount > 0 ? (
          <Figure label={t('cost.shortfall')} amount={shortfall} />
        ) : (
          <Figure label={t('cost.after')} amount={after} />
        )}
      </dl>
      <ByBundle outcomes={outcomes} />
      <p className="hint">
        {locked === null ? (
          t('cost.notLocked')
        ) : (
          <>
            {t('cost.locked')} <Time at={locked} />
          </>
        )}
      </p>
      <Rules cost={cost} rules={rules} />
    </Card>
  );
}

function Figure({ label, amount }: { readonly label: string; readonly amount: Amount }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Money {...amount} />
      </dd>
    </div>
  );
}

function ByBundle({ outcomes }: { readonly outcomes: readonly BatchOutcome[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const networks = new Map(useNetworks().map(({ id, name }) => [id, name]));
  const bundles = new Map(useBundles().map(({ id, name }) => [id, name]));
  const bought = outcomes.filter(({ state }) => state === 'waiting');
  if (bought.length === 0) return null;
  return (
    <DataTable
      caption={t('cost.byBundle')}
      rows={bought}
      keyOf={({ network_id, bundle_id }) => `${network_id} ${bundle_id}`}
      columns={[
        { title: t('cost.network'), cell: ({ network_id: id }) => networks.get(id ?? '') ?? id },
        { title: t('cost.bundle'), cell: ({ bundle_id: id }) => bundles.get(id ?? '') ?? id },
        { title: t('cost.rows'), isNumber: true, cell: ({ rows }) => number(rows) },
        { title: t('cost.amount'), isNumber: true, cell: ({ amount }) => <Money {...amount} /> },
      ]}
    />
  );
}

/** The limits and approvals that this cost meets, for those who may see the rules. */
function Rules({ cost, rules }: { readonly cost: Amount; readonly rules: CostRules }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { limit } = rules;
  const needed = approvalsFor(cost, rules) ?? 0;
  return (
    <>
      {limit === null ? null : (
        <p className={cost.amount > limit.amount ? 'notice bad' : 'hint'}>
          {t(cost.amount > limit.amount ? 'cost.overLimit' : 'cost.limit', { limit: money(limit) })}
        </p>
      )}
      {needed === 0 ? null : <p className="notice warn">{t('cost.approvals', { count: needed })}</p>}
    </>
  );
}
