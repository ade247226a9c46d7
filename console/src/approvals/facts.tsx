import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { Fact, Time } from '../ui/parts.tsx';
import { ActorName } from './actor.tsx';

interface Props {
  readonly approval: Approval;
}

/** When a campaign starts, and in which hours it buys. @param startsNow whether it starts now if no time is set */
export function WhenFacts({
  approval: { terms },
  startsNow = false,
}: Props & { readonly startsNow?: boolean }) {
  const { t } = useTexts();
  const start = t(startsNow ? 'approvals.now' : 'approvals.immediately');
  return (
    <>
      <Fact name={t('approvals.starts')}>
        {terms.not_before === null ? start : <Time at={terms.not_before} />}
      </Fact>
      <Fact name={t('approvals.hours')}>{terms.send_between ?? t('approvals.anyHour')}</Fact>
    </>
  );
}

/** Who asked for the approval, and when. */
export function RequestedFact({ approval: { requested_by: by, requested_at: at } }: Props) {
  const { t } = useTexts();
  return (
    <Fact name={t('approvals.requestedBy')}>
      <ActorName actor={by} /> <Time at={at} />
    </Fact>
  );
}

/** What they wrote to those who approve; nothing if they wrote nothing. */
export function NoteFact({ approval: { note } }: Props) {
  const { t } = useTexts();
  return note === null ? null : <Fact name={t('approvals.note')}>{note}</Fact>;
}

/** Who uploaded or changed the campaign. */
export function PreparedFacts({ approval: { prepared_by: prepared } }: Props) {
  const { t } = useTexts();
  return prepared.map((actor) => (
    <Fact key={actor.id} name={t('approvals.preparedBy')}>
      <ActorName actor={actor} />
    </Fact>
  ));
}
