import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Batch, BatchBreakdown, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Money, Problem, Skeleton } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useNames } from './names.ts';
import { useReason } from './reasons.ts';
import type { RowSearch } from './search.ts';
import { isMoving } from './use-live-batch.ts';

/** How often the outcomes are counted again while a campaign moves, in ms: it looks at every row. */
const POLL_MS = 20_000;

/** The rows of a campaign by their outcome. */
export function useBreakdown(batch: Batch) {
  return useApi<BatchBreakdown>(`/v1/batches/${batch.id}/breakdown`, {
    everyMs: isMoving(batch) ? POLL_MS : false,
  });
}

/** Outcomes by network, by bundle, and by the reason for which rows were not bought. */
export function OutcomesCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { data, error } = useBreakdown(batch);
  const { networkName, bundleName } = useNames();
  return (
    <Card title={t('outcomes.title')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : (
        <>
          <Reasons batch={batch} outcomes={data.outcomes} />
          <Places
            title={t('outcomes.byNetwork')}
            batch={batch}
            groups={groupsOf(data.outcomes, ({ network_id: id }) => id)}
            name={networkName}
            search={(network) => ({ network })}
          />
          <Places
            title={t('outcomes.byBundle')}
            batch={batch}
            groups={groupsOf(data.outcomes, ({ bundle_id: id }) => id)}
            name={bundleName}
            search={(bundle) => ({ bundle })}
          />
        </>
      )}
    </Card>
  );
}

const WAITING = ['waiting'] as const;

type Groups = readonly (readonly [key: string, outcomes: readonly BatchOutcome[]])[];

function groupsOf(outcomes: readonly BatchOutcome[], keyOf: (one: BatchOutcome) => string | null): Groups {
  return [...Map.groupBy(outcomes, (one) => keyOf(one) ?? '')];
}

/** Rows with one of the states; without states, all rows. */
export function rowsIn(outcomes: readonly BatchOutcome[], ...states: BatchOutcome['state'][]): number {
  return outcomes
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { rows }) => sum + rows, 0);
}

export function amountIn(outcomes: readonly BatchOutcome[], ...states: BatchOutcome['state'][]): number {
  return outcomes
    .filter(({ state }) => states.length === 0 || states.includes(state))
    .reduce((sum, { amount }) => sum + amount.amount, 0);
}

function Places({
  title,
  batch,
  groups,
  name,
  search,
}: {
  readonly title: string;
  readonly batch: Batch;
  readonly groups: Groups;
  readonly name: (id: string) => string;
  readonly search: (id: string) => RowSearch;
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { currency } = batch.cost;
  // What waits in a cancelled campaign is never bought.
  const isCanceled = batch.status === 'canceled';
  const count = (key: 'delivered' | 'notBought' | 'open', ...states: BatchOutcome['state'][]) => ({
    title: t(`outcomes.${key}`),
    isNumber: true,
    cell: ([, found]: Groups[number]) => number(rowsIn(found, ...states)),
  });
  return (
    <>
      <h3>{title}</h3>
      <DataTable
        caption={title}
        rows={groups}
        keyOf={([key]) => key}
        columns={[
          {
            title: t('outcomes.name'),
            cell: ([key]): ReactNode =>
              key === '' ? (
                t('outcomes.unknown')
              ) : (
                <ToRows batch={batch} search={search(key)} text={name(key)} />
              ),
          },
          count('delivered', 'successful'),
          count('notBought', 'failed', 'refused', 'invalid', 'reversed', ...(isCanceled ? WAITING : [])),
          count('open', 'pending', ...(isCanceled ? [] : WAITING)),
          {
            title: t('money.charged'),
            isNumber: true,
            cell: ([, found]) => (
              <Money amount={amountIn(found, 'successful', 'reversed')} currency={currency} />
            ),
          },
        ]}
      />
    </>
  );
}

/** Why rows were not bought, and what to do about them. */
function Reasons({ batch, outcomes }: { readonly batch: Batch; readonly outcomes: readonly BatchOutcome[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const reasonOf = useReason();
  const groups = groupsOf(
    outcomes.filter(({ reason }) => reason !== null),
    ({ reason }) => reason,
  );
  if (groups.length === 0) return null;
  return (
    <>
      <h3>{t('outcomes.reasons')}</h3>
      <DataTable
        caption={t('outcomes.reasons')}
        rows={groups}
        keyOf={([key]) => key}
        columns={[
          {
            title: t('outcomes.reason'),
            cell: ([key]) => <ToRows batch={batch} search={{ reason: key }} text={reasonOf(key)} />,
          },
          { title: t('outcomes.rows'), isNumber: true, cell: ([, found]) => number(rowsIn(found)) },
          {
            title: t('outcomes.notCharged'),
            isNumber: true,
            cell: ([, found]) => <Money amount={amountIn(found)} currency={batch.cost.currency} />,
          },
          {
            title: t('outcomes.whatToDo'),
            cell: ([, [first]]) => t(`outcomes.retry.${first?.retry ?? 'never'}`),
          },
        ]}
      />
    </>
  );
}

/** Leads to the rows behind a number. */
function ToRows({ batch, search, text }: { batch: Batch; search: RowSearch; text: string }) {
  return (
    <Link to="/campaigns/$batchId" params={{ batchId: batch.id }} search={search} hash="rows">
      {text}
    </Link>
  );
}
