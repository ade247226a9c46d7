import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/parts.tsx';
import { useApiTexts } from '../api-texts.ts';
import { ApiWords } from '../api-words.tsx';

/** What the file has, and what was unusual about it. */
export function FileCard({ batch: { counts, sheet, notices } }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const figures = [
    ['prepare.figure.rows', counts.rows],
    ['prepare.figure.waiting', counts.waiting],
    ['prepare.figure.invalid', counts.invalid],
    ['prepare.figure.refused', counts.refused],
    ['prepare.figure.duplicates', counts.duplicates],
  ] as const;
  return (
    <Card title={sheet === null ? t('prepare.file') : t('prepare.fileSheet', { sheet })}>
      <dl className="figures">
        {figures.map(([key, count]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd className="figure">{number(count)}</dd>
          </div>
        ))}
      </dl>
      <FileNotices notices={notices} />
    </Card>
  );
}

/** What was unusual about a file; nothing if nothing was. */
export function FileNotices({ notices }: Pick<Batch, 'notices'>) {
  const texts = useApiTexts();
  if (notices.length === 0) return null;
  return (
    <ul className="hint">
      {texts.notices(notices).map((notice) => (
        <li key={notice.text}>
          <ApiWords of={[notice]} />
        </li>
      ))}
    </ul>
  );
}
