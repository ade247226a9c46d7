import { useAuditWords } from '../admin/audit/words.ts';
import { useTexts } from '../app/i18n.tsx';
import { Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { useActors } from './actors.ts';
import type { StaffActionEntry } from './types.ts';

/** What people did, newest first. */
export function Actions({ entries }: { readonly entries: readonly StaffActionEntry[] }) {
  const { t } = useTexts();
  const actor = useActors();
  const words = useAuditWords();
  if (entries.length === 0) return <p>{t('operations.noActions')}</p>;
  return (
    <DataTable
      caption={t('operations.actions')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { title: t('operations.when'), cell: ({ created_at: at }) => <Time at={at} /> },
        { title: t('operations.action'), cell: ({ action }) => words.action(action) },
        {
          title: t('operations.who'),
          cell: ({ principal_kind: kind, principal_id: id }) => actor.whole(kind, id),
        },
        { title: t('operations.subject'), cell: ({ subject }) => subject },
        { title: t('operations.reason'), cell: ({ reason }) => reason ?? '–' },
      ]}
    />
  );
}
