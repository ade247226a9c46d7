import { useTexts } from '../app/i18n.tsx';
import { Fact, Time } from '../ui/parts.tsx';
import { useActors } from './actors.ts';
import type { StaffTrace } from './types.ts';

/** Says that a staff member settled a purchase, with their evidence and reason; nothing if no one did. */
export function SettledByHand({ settled }: { readonly settled: StaffTrace['settled_by_hand'] }) {
  const { t } = useTexts();
  const actor = useActors();
  if (settled === null) return null;
  const { at, booked, principal_kind: kind, principal_id: id, evidence, reason } = settled;
  return (
    <div className="notice">
      <p>
        <strong>{t(`operations.byHand.${booked}`)}</strong>
      </p>
      <dl className="facts">
        <Fact name={t('operations.who')}>{actor.whole(kind, id)}</Fact>
        <Fact name={t('operations.when')}>
          <Time at={at} />
        </Fact>
        <Fact name={t('operations.evidence')}>{evidence ?? '–'}</Fact>
        <Fact name={t('operations.reason')}>{reason ?? '–'}</Fact>
      </dl>
    </div>
  );
}
