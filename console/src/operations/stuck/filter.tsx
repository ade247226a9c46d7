import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Choice } from '../../ui/inputs.tsx';
import { NetworkChoice } from '../network-choice.tsx';
import type { StaffStuckList } from '../types.ts';
import { STUCK_AFTER, STUCK_MINUTES, type StuckSearch } from './search.ts';

const EVERY_CAUSE = '';

/** Chooses how late, the network and the cause; the address keeps them. @param list the page that is shown, with its causes */
export function StuckFilter({ list }: { readonly list: StaffStuckList | undefined }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const navigate = useNavigate();
  const { cause = EVERY_CAUSE, network = '', minutes = STUCK_AFTER, cursor } = useSearch({ strict: false });
  const known = list?.causes ?? [];
  // The counts are those of what was examined for one page.
  const isWhole = cursor === undefined && list?.next_cursor === null;
  const options = [
    [EVERY_CAUSE, t('operations.everyCause')] as const,
    ...known.map((one) => [one.cause, isWhole ? `${one.cause} (${number(one.count)})` : one.cause] as const),
    ...(cause === EVERY_CAUSE || known.some((one) => one.cause === cause) ? [] : [[cause, cause] as const]),
  ];
  const show = (next: Partial<Required<StuckSearch>>) => {
    const chosen = { cause, network, minutes, ...next };
    void navigate({
      to: '/operations/stuck',
      search: {
        ...(chosen.cause === EVERY_CAUSE ? {} : { cause: chosen.cause }),
        ...(chosen.network === '' ? {} : { network: chosen.network }),
        ...(chosen.minutes === STUCK_AFTER ? {} : { minutes: chosen.minutes }),
      },
    });
  };
  return (
    <search className="search">
      <Choice
        label={t('operations.stuckFor')}
        value={String(minutes)}
        options={STUCK_MINUTES.map(
          (one) => [String(one), t('operations.stuckMinutes', { count: one })] as const,
        )}
        onChange={(chosen) =>
          show({ minutes: STUCK_MINUTES.find((one) => String(one) === chosen) ?? STUCK_AFTER })
        }
      />
      <NetworkChoice value={network} onChange={(chosen) => show({ network: chosen })} />
      <Choice
        label={t('operations.cause')}
        value={cause}
        options={options}
        onChange={(chosen) => show({ cause: chosen })}
      />
    </search>
  );
}
