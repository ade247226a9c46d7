import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import type { Approval, ApprovalList, Batch } from '../../../../../clients/typescript/src/types.ts';
import { useApi } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight } from '../../../app/session.tsx';
import { isEnded } from '../../../approvals/ended.ts';
import { NoteFact, RequestedFact, WhenFacts } from '../../../approvals/facts.tsx';
import { notStarted } from '../../../approvals/not-started.tsx';
import { Outcome } from '../../../approvals/outcome.tsx';
import { startKind } from '../../../approvals/start-approved.ts';
import { useFormat } from '../../../ui/format.ts';
import { Time } from '../../../ui/parts.tsx';

/** How often approvals are read again, in ms. */
const POLL_MS = 10_000;

/** The approvals of a campaign. */
export interface Approvals {
  /** The one that counts now: asked for, or given and not used. */
  readonly open: Approval | null;
  /** The last one, if it has ended without a start. */
  readonly ended: Approval | null;
}

/** Reads the approvals of a campaign; none for people who may not see them; undefined while they are read. */
export function useApprovals({ id }: Batch): Approvals | undefined {
  const maySee = useRight('approvals:read');
  const { data, isPending } = useApi<ApprovalList>('/v1/approvals', {
    query: { batch_id: id, limit: 25 },
    everyMs: POLL_MS,
    enabled: maySee,
  });
  if (maySee && isPending) return undefined;
  const all = data?.data ?? [];
  const [last] = all;
  return {
    open: all.find(({ status }) => status === 'requested' || status === 'approved') ?? null,
    ended: last !== undefined && isEnded(last) && last.status !== 'used' ? last : null,
  };
}

/** Moves the focus to the notice of a request, once the campaign has another approval than when the person asked for one. */
export function useResultFocus(open: Approval | null) {
  const place = useRef<HTMLDivElement>(null);
  const former = useRef<string | null | undefined>(undefined);
  const id = open?.id ?? null;
  useEffect(() => {
    if (former.current === undefined || former.current === id) return;
    former.current = undefined;
    place.current?.focus();
  }, [id]);
  return {
    place,
    /** Says that the person asks now. @returns takes it back, because the request failed */
    await: () => {
      former.current = id;
      return () => {
        former.current = undefined;
      };
    },
  };
}

/** Says who must approve before the campaign can start, that it may start now, or the outcome of the last request and why. */
export function ApprovalState({
  approvals: { open, ended },
  isNeeded,
  place,
}: {
  readonly approvals: Approvals;
  /** Whether the campaign cannot start without it, as far as the person may see the rules. */
  readonly isNeeded: boolean;
  /** Gets the focus after the person has asked. */
  readonly place: RefObject<HTMLDivElement | null>;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const mayStart = useRight('batches:start');
  if (open === null) return ended === null ? null : <Ended approval={ended} />;
  const { status, amount, steps_given: given, steps_required: required, expires_at: expires } = open;
  return (
    <div className="notice warn" role="status" ref={place} tabIndex={-1}>
      <p>
        <strong>{t(status === 'approved' ? notStarted(open) : 'approval.waitsTitle')}</strong>
      </p>
      <p>
        {status === 'approved'
          ? t('approval.approved', { amount: money(amount) })
          : t(isNeeded || !mayStart ? 'approval.waits' : 'approval.waitsFreely', {
              amount: money(amount),
              given,
              required,
            })}{' '}
        {t('approval.until')} <Time at={expires} />
      </p>
      <dl className="facts">
        <RequestedFact approval={open} />
        <WhenFacts approval={open} />
        <NoteFact approval={open} />
      </dl>
      {status === 'approved' ? (
        mayStart && startKind(open, Date.now()) !== null && <a href="#start">{t('approvals.startIt')}</a>
      ) : (
        <Link to="/approvals">{t('approval.open')}</Link>
      )}
    </div>
  );
}

function Ended({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts();
  const isRejected = approval.status === 'rejected';
  return (
    <div className={isRejected ? 'notice bad' : 'notice warn'} role="status">
      <Outcome approval={approval} />
      <p>{t(isRejected ? 'approval.askAgain' : 'approval.mayAsk')}</p>
    </div>
  );
}
