import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { utcDay } from '../../finance/day.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Choice } from '../../ui/inputs.tsx';
import { Empty, Problem, Screen, Skeleton } from '../../ui/parts.tsx';
import { useStaffApi } from '../data.ts';
import type { StaffMarginList } from '../types.ts';
import { BelowCostNow } from './below-cost.tsx';
import { isBelowCost, MarginTable } from './rows.tsx';
import { MARGIN_KEYS, type MarginKey, type MarginSearch, marginsOf, withFrom, withTo } from './search.ts';

/** What deliveries earned and what gateways took, by network, bundle, client, gateway or day. */
export function MarginsPage() {
  const { t } = useTexts();
  const chosen = marginsOf(useSearch({ strict: false }) as MarginSearch);
  const { data, error } = useStaffApi<StaffMarginList>('/margins', { query: { ...chosen } });
  const below = data?.data.filter(isBelowCost).length ?? 0;
  return (
    <Screen title={t('nav.margins')}>
      <p className="lead">{t('margins.lead')}</p>
      <Filter chosen={chosen} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {below === 0 ? null : (
        <div className="notice bad" role="status">
          <p>{t('margins.belowHint', { count: below })}</p>
        </div>
      )}
      {data?.data.length === 0 ? (
        <Empty title={t('margins.none')}>
          <p>{t('margins.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : <MarginTable rows={data.data} chosen={chosen} />}
      <BelowCostNow />
    </Screen>
  );
}

/** Chooses the days and what is shown by. The address keeps all. */
function Filter({ chosen }: { readonly chosen: Required<MarginSearch> }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const today = utcDay();
  const show = (change: MarginSearch) =>
    void navigate({ to: '/operations/margins', search: { ...chosen, ...change } });
  return (
    <search className="search">
      <Choice<MarginKey>
        label={t('margins.by')}
        value={chosen.by}
        options={MARGIN_KEYS.map((key) => [key, t(`margins.by.${key}`)] as const)}
        onChange={(by) => show({ by })}
      />
      <DayField
        label={t('finance.from')}
        day={chosen.from}
        max={today}
        onChange={(from) => show(withFrom(from, chosen.to))}
      />
      <DayField
        label={t('finance.to')}
        day={chosen.to}
        max={today}
        onChange={(to) => show(withTo(chosen.from, to))}
      />
      <span className="hint">{t('finance.utc')}</span>
    </search>
  );
}
