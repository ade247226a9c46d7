import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { modeOf } from '../app/mode.ts';
import { useAccount } from '../app/session.tsx';
import { useFormat } from '../ui/format.ts';
import { type Contents, Subject } from './contents.tsx';
import { WhenFacts } from './facts.tsx';

/** What a dialog does: it approves, approves with the offer to start, or starts; or the campaign cannot start any more. */
type Deed = 'approve' | 'approve_or_start' | 'start' | 'none';

/** What a dialog approves or starts: the campaign with its contents, and what happens then. */
export function About({
  approval,
  contents,
  deed,
}: {
  readonly approval: Approval;
  readonly contents: Contents;
  readonly deed: Deed;
}) {
  const { t } = useTexts();
  const { livemode, networks } = useAccount();
  const starts = deed === 'start' || deed === 'approve_or_start';
  return (
    <>
      <Subject approval={approval} contents={contents}>
        <WhenFacts approval={approval} startsNow={deed === 'start'} />
      </Subject>
      <Then approval={approval} deed={deed} />
      {starts ? <p>{t(`start.${modeOf(livemode, networks)}`)}</p> : null}
    </>
  );
}

function Then({ approval: { terms }, deed }: { readonly approval: Approval; readonly deed: Deed }) {
  const { t } = useTexts();
  const { time } = useFormat();
  const at = terms.not_before;
  switch (deed) {
    case 'approve':
      return <p>{t('approvals.approveHint')}</p>;
    case 'approve_or_start':
      return <p>{t('approvals.approveStartsHint')}</p>;
    case 'start':
      return <p>{at === null ? t('start.now') : t('start.at', { time: time(at) })}</p>;
    case 'none':
      return <p className="notice warn">{t('approvals.cannotStart')}</p>;
  }
}
