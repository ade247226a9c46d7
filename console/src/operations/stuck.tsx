import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { Check, toggled } from '../ui/checks.tsx';
import { useFormat } from '../ui/format.ts';
import { Choice } from '../ui/inputs.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { useStaffTexts } from './api-texts.ts';
import { useStaffApi, useStaffRight } from './data.ts';
import { Mode } from './parts.tsx';
import { Requery } from './requery.tsx';
import { ResolveSeveral } from './resolve-several.tsx';
import type { StaffStuckList, StaffStuckPurchase } from './types.ts';

const POLL_MS = 15_000;
/** With a cause, the service examines hundreds of purchases for a page. */
const CAUSE_POLL_MS = 120_000;
const PAGE = 100;
const EVERY_CAUSE = '';

/**
 * Purchases that are pending for longer than a minute, with their causes. It asks the gateways for the chosen ones, or for all
 * that are shown, and settles the chosen ones by hand.
 */
export function StuckPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const { cause: causeOf } = useStaffTexts();
  const navigate = useNavigate();
  const { cause = EVERY_CAUSE, cursor } = useSearch({ strict: false });
  const { data, error } = useStaffApi<StaffStuckList>('/purchases/stuck', {
    query: { cause, cursor, limit: PAGE },
    everyMs: cause === EVERY_CAUSE ? POLL_MS : CAUSE_POLL_MS,
  });
  const [chosenIds, choose] = useState<ReadonlySet<string>>(new Set());
  const mayResolve = useStaffRight('purchases:resolve');
  const shown = data?.data ?? [];
  const chosen = shown.filter(({ id }) => chosenIds.has(id));
  const known = data?.causes ?? [];
  // The counts are those of what was examined for one page.
  const isWhole = cursor === undefined && data?.next_cursor === null;
  const options = [
    [EVERY_CAUSE, t('operations.everyCause')] as const,
    ...known.map((one) => [one.cause, isWhole ? `${one.cause} (${number(one.count)})` : one.cause] as const),
    ...(cause === EVERY_CAUSE || known.some((one) => one.cause === cause) ? [] : [[cause, cause] as const]),
  ];
  return (
    <Screen title={t('operations.stuck')}>
      <Choice
        label={t('operations.cause')}
        value={cause}
        options={options}
        onChange={(next) =>
          void navigate({ to: '/operations/stuck', search: next === EVERY_CAUSE ? {} : { cause: next } })
        }
      />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? <Nothing isLast={data.next_cursor === null} /> : null}
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
      {data === undefined || data.data.length === 0 ? null : (
        <DataTable
          caption={t('operations.stuck')}
          rows={data.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: t('purchases.reference'),
              cell: ({ id, reference }) => (
                <Link to="/operations/purchases/$purchaseId" params={{ purchaseId: id }}>
                  {reference}
                </Link>
              ),
            },
            ...(mayResolve
              ? [
                  {
                    title: t('operations.chosen'),
                    cell: ({ id, reference }: StaffStuckPurchase) => (
                      <Check
                        checked={chosenIds.has(id)}
                        onChange={(isIn) => choose(toggled(chosenIds, id, isIn))}
                      >
                        <span className="hidden">{t('operations.choose', { reference })}</span>
                      </Check>
                    ),
                  },
                ]
              : []),
            { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
            { title: t('purchase.network'), cell: ({ network_id: network }) => network },
            { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
            { title: t('operations.cause'), cell: ({ cause: one }) => one },
            { title: t('operations.why'), cell: (one) => causeOf(one, 'pending') },
            { title: t('purchases.created'), cell: ({ created_at: at }) => <Time at={at} /> },
            { title: t('operations.resolveBy'), cell: ({ resolve_by: at }) => <Time at={at} /> },
          ]}
        />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

/** A page has none, and is not the last one, if hundreds of purchases with other causes come first. */
function Nothing({ isLast }: { readonly isLast: boolean }) {
  const { t } = useTexts();
  if (!isLast) return <p className="hint">{t('operations.noneOnPage')}</p>;
  return (
    <Empty title={t('operations.nothingStuck')}>
      <p>{t('operations.nothingStuckHint')}</p>
    </Empty>
  );
}
