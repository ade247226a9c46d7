import type { AuditEntry } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { DataTable } from '../../ui/table.tsx';

/** What an entry changed, field by field. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTexts();
  const { before, after, reason, address, user_agent: agent, session_id: session } = entry;
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const facts = [
    ['audit.reason', reason],
    ['audit.address', address],
    ['audit.browser', agent],
    ['audit.session', session],
  ] as const;
  return (
    <details>
      <summary>
        {t('audit.details')}
        <span className="hidden"> {t('audit.of', { number: entry.number })}</span>
      </summary>
      {fields.length === 0 ? null : (
        <DataTable
          caption={t('audit.changes', { number: entry.number })}
          rows={fields}
          keyOf={(field) => field}
          columns={[
            { title: t('audit.field'), cell: (field) => <code>{field}</code> },
            { title: t('audit.before'), cell: (field) => shown(before?.[field]) },
            { title: t('audit.after'), cell: (field) => shown(after?.[field]) },
          ]}
        />
      )}
      <dl className="facts">
        {facts.map(([text, value]) =>
          value === null ? null : (
            <div key={text}>
              <dt>{t(text)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
        <div>
          <dt>{t('audit.hash')}</dt>
          <dd>
            <code className="small">{entry.hash}</code>
          </dd>
        </div>
      </dl>
    </details>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
