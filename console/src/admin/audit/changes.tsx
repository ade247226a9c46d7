import type { AuditEntry } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Money, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { changedFields, type Shown } from './fields.ts';
import { useAuditWords } from './words.ts';

/** What an entry of the account changed, field by field. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { currency } = useAccount();
  return <EntryDetails entry={entry} currency={currency} />;
}

type Entry = Pick<
  AuditEntry,
  'number' | 'action' | 'before' | 'after' | 'reason' | 'address' | 'user_agent' | 'session_id' | 'hash'
>;

/** What an entry of any account changed. @param currency null if it is not known: amounts then stay minor units */
export function EntryDetails({
  entry,
  currency,
}: {
  readonly entry: Entry;
  readonly currency: string | null;
}) {
  const { t } = useTexts();
  const words = useAuditWords();
  const { reason, address, user_agent: agent, session_id: session } = entry;
  const fields = changedFields(entry, currency);
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
          keyOf={({ field }) => field}
          columns={[
            { title: t('audit.field'), cell: ({ field }) => words.field(field) },
            { title: t('audit.before'), cell: ({ before }) => <Value shown={before} /> },
            { title: t('audit.after'), cell: ({ after }) => <Value shown={after} /> },
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

function Value({ shown }: { readonly shown: Shown }) {
  const { t } = useTexts();
  const { money, wholeDuration } = useFormat();
  switch (shown.kind) {
    case 'absent':
      return '–';
    case 'unset':
      return t('audit.unset');
    case 'money':
      return <Money amount={shown.amount} currency={shown.currency} />;
    case 'duration':
      return wholeDuration(shown.seconds);
    case 'time':
      return <Time at={shown.at} />;
    case 'answer':
      return t(shown.isYes ? 'audit.yes' : 'audit.no');
    case 'prices': {
      const price = (amount: number | null) =>
        amount === null ? t('audit.unset') : money({ amount, currency: shown.currency });
      return shown.prices.map(({ bundleId, from, to }) => (
        <div key={bundleId}>
          {bundleId}: {price(from)} → {price(to)}
        </div>
      ));
    }
    case 'text':
      return shown.text;
  }
}
