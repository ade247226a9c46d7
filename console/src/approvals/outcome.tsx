import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { Fact, Time } from '../ui/parts.tsx';
import { ActorName } from './actor.tsx';
import { decidersOf, outcomeText } from './ended.ts';

/** The outcome of a request, by whom, when and why. */
export function Outcome({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts();
  const { decisions, ended_at: ended, end_reason: reason } = approval;
  const at = ended ?? decisions.at(-1)?.decided_at ?? null;
  return (
    <>
      <p>
        <strong>{t(outcomeText(approval))}</strong>
      </p>
      <dl className="facts">
        {decidersOf(approval).map((actor) => (
          <Fact key={actor.id} name={t('outcome.by')}>
            <ActorName actor={actor} />
          </Fact>
        ))}
        {at === null ? null : (
          <Fact name={t('outcome.at')}>
            <Time at={at} />
          </Fact>
        )}
        {reason === null ? null : <Fact name={t('approvals.reasonNeeded')}>{reason}</Fact>}
      </dl>
    </>
  );
}
