import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { Check, toggled } from '../../ui/checks.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import { Requery } from '../requery.tsx';
import { ResolveSeveral } from '../resolve-several.tsx';
import type { StaffStuckList, StaffStuckPurchase } from '../types.ts';
import { StuckFilter } from './filter.tsx';
import { olderThan, STUCK_AFTER } from './search.ts';
import { StuckTable } from './table.tsx';

const POLL_MS = 15_000;
/** With a cause, the service examines hundreds of purchases for a page. */
const CAUSE_POLL_MS = 120_000;
const PAGE = 100;

/**
 * Purchases that are pending for longer than some minutes, with their causes. It asks the gateways for the chosen ones, or for
 * all that are shown, and settles the chosen ones by hand.
 */
export function StuckPage() {
  const { t } = useTexts();
  const { cause, network, minutes = STUCK_AFTER, cursor } = useSearch({ strict: false });
  const { data, error } = useStaffApi<StaffStuckList>('/purchases/stuck', {
    query: { cause, network_id: network, ...olderThan(minutes), cursor, limit: PAGE },
    everyMs: cause === undefined ? POLL_MS : CAUSE_POLL_MS,
  });
  const [chosenIds, choose] = useState<ReadonlySet<string>>(new Set());
  const mayResolve = useStaffRight('purchases:resolve');
  const shown = data?.data ?? [];
  const chosen = shown.filter(({ id }) => chosenIds.has(id));
  const box = {
    title: t('operations.chosen'),
    cell: ({ id, reference }: StaffStuckPurchase) => (
      <Check checked={chosenIds.has(id)} onChange={(isIn) => choose(toggled(chosenIds, id, isIn))}>
        <span className="hidden">{t('operations.choose', { reference })}</span>
      </Check>
    ),
  };
  return (
    <Screen title={t('operations.stuck')}>
      <p className="lead">{t('operations.stuckLead', { count: minutes })}</p>
      <StuckFilter list={data} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Nothing isLast={data.next_cursor === null} minutes={minutes} /> : null}
      <Requery ids={(chosen.length === 0 ? shown : chosen).map(({ id }) => id)} />
      {mayResolve && shown.length > 0 ? (
        <Check
          checked={chosen.length === shown.length}
          onChange={(all) => choose(new Set(all ? shown.map(({ id }) => id) : []))}
        >
          {t('operations.chooseAll', { count: shown.length })}
        </Check>
      ) : null}
      <ResolveSeveral purchases={chosen} />
      {shown.length === 0 ? null : <StuckTable purchases={shown} more={mayResolve ? [box] : []} />}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** A page has none, and is not the last one, if hundreds of purchases with other causes come first. */
function Nothing({ isLast, minutes }: { readonly isLast: boolean; readonly minutes: number }) {
  const { t } = useTexts();
  if (!isLast) return <p className="hint">{t('operations.noneOnPage')}</p>;
  return (
    <Empty title={t('operations.nothingStuck')}>
      <p>{t('operations.nothingStuckHint', { count: minutes })}</p>
    </Empty>
  );
}
