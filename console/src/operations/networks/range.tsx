import { Link, useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Choice } from '../../ui/inputs.tsx';
import { useStaffRight } from '../data.ts';
import { HISTORY_RANGES, type HistoryRange } from './search.ts';

/** Chooses how far back the calls of a network are shown. The address keeps it. */
export function RangeChoice({ range }: { readonly range: HistoryRange }) {
  const { t } = useTexts();
  const { zone } = useFormat();
  const mayReadMargins = useStaffRight('networks:read');
  const navigate = useNavigate();
  return (
    <>
      <Choice<HistoryRange>
        label={t('network.range')}
        value={range}
        options={HISTORY_RANGES.map((one) => [one, t(`network.range.${one}`)] as const)}
        onChange={(chosen) => void navigate({ to: '.', search: chosen === 'hour' ? {} : { range: chosen } })}
      />
      <p className="hint">{t('network.rangeZone', { zone })}</p>
      <p>
        {t('network.notPurchases')} <Link to="/operations/stuck">{t('nav.stuck')}</Link>
        {mayReadMargins ? (
          <>
            {' · '}
            <Link to="/operations/margins">{t('network.deliveredPerDay')}</Link>
          </>
        ) : null}
      </p>
    </>
  );
}
