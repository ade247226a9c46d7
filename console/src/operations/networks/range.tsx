import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Choice } from '../../ui/inputs.tsx';
import { HISTORY_RANGES, type HistoryRange } from './search.ts';

/** Chooses how far back the calls of a network are shown. The address keeps it. */
export function RangeChoice({ range }: { readonly range: HistoryRange }) {
  const { t } = useTexts();
  const { zone } = useFormat();
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
    </>
  );
}
