import { Link } from '@tanstack/react-router';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight } from '../../../app/session.tsx';

/** Leads to the form that buys the rows of this campaign again and again. */
export function RepeatLink({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  if (!useRight('recurring-batches:start') || batch.counts.valid === 0) return null;
  return (
    <Link className="button plain no-print" to="/campaigns/schedules" search={{ repeat: batch.id }}>
      {t('repeat.link')}
    </Link>
  );
}
