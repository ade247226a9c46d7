import type { Approval } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { modeOf } from '../app/mode.ts';
import { useAccount } from '../app/session.tsx';
import { type Contents, Subject } from './contents.tsx';
import { WhenFacts } from './facts.tsx';

/** What a dialog approves or starts: the campaign with its contents, and what happens then. */
export function About({
  approval,
  contents,
  starts,
}: {
  readonly approval: Approval;
  readonly contents: Contents;
  /** Whether the dialog offers to start it. */
  readonly starts: boolean;
}) {
  const { t } = useTexts();
  const { livemode, networks } = useAccount();
  return (
    <>
      <Subject approval={approval} contents={contents}>
        <WhenFacts approval={approval} />
      </Subject>
      <p>{t(starts ? 'approvals.approveStartsHint' : 'approvals.approveHint')}</p>
      {starts ? <p>{t(`start.${modeOf(livemode, networks)}`)}</p> : null}
    </>
  );
}
