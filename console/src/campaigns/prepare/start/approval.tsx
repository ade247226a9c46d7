import { Link } from '@tanstack/react-router';
import type { Approval, ApprovalList, Batch } from '../../../../../clients/typescript/src/types.ts';
import { useApi } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight } from '../../../app/session.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Time } from '../../../ui/parts.tsx';

/** How often approvals are read again, in ms. */
const POLL_MS = 10_000;

/**
 * The approval of a campaign that counts now: one that is asked for, or given and not used; null for none, and for people who may
 * not see approvals; undefined while it is read.
 */
export function useApproval({ id }: Batch): Approval | null | undefined {
  const maySee = useRight('approvals:read');
  const { data, isPending } = useApi<ApprovalList>('/v1/approvals', {
    query: { batch_id: id, limit: 25 },
    everyMs: POLL_MS,
    enabled: maySee,
  });
  if (maySee && isPending) return undefined;
  return data?.data.find(({ status }) => status === 'requested' || status === 'approved') ?? null;
}

/** Says who must approve before the campaign can start, or that it may start now. */
export function ApprovalState({ approval }: { readonly approval: Approval | null }) {
  const { t } = useTexts();
  const { money } = useFormat();
  if (approval === null) return null;
  const { status, amount, steps_given: given, steps_required: required, expires_at: expires } = approval;
  return (
    <div className={`notice ${status === 'approved' ? 'good' : 'warn'}`} role="status">
      <p>
        {status === 'approved'
          ? t('approval.approved', { amount: money(amount) })
          : t('approval.waits', { amount: money(amount), given, required })}{' '}
        {t('approval.until')} <Time at={expires} />
      </p>
      {status === 'approved' ? null : <Link to="/approvals">{t('approval.open')}</Link>}
    </div>
  );
}
