import { download, XLSX } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { Button } from '../ui/inputs.tsx';
import { Problem } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';
import { neighbour } from './day.ts';
import { LINE_DAYS_MAX } from './period.ts';

/** Files of the lines of a day, or of all days up to `to`. They contain phone numbers, so they need another right. */
export function LineDownloads({ day, to = day }: { readonly day: string; readonly to?: string }) {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  const mayDownload = useRight('numbers:read');
  if (to > neighbour(day, LINE_DAYS_MAX - 1))
    return <p className="hint">{t('finance.tooManyDays', { days: LINE_DAYS_MAX })}</p>;
  if (!mayDownload) return <p className="hint">{t('finance.noDownload')}</p>;
  const isOneDay = day === to;
  const query = isOneDay ? {} : { to };
  const save = (accept: string, more = {}) =>
    void task.run(() =>
      download(id, `/v1/statements/${day}/lines`, { accept, query: { ...query, ...more } }),
    );
  return (
    <>
      <Problem error={task.error} />
      <div className="actions">
        <Button isPending={task.isRunning} onPress={() => save(XLSX)}>
          {t(isOneDay ? 'finance.excel' : 'finance.linesExcel')}
        </Button>
        <Button isPending={task.isRunning} onPress={() => save('text/csv', { amounts: 'major', bom: true })}>
          {t(isOneDay ? 'finance.csv' : 'finance.linesCsv')}
        </Button>
      </div>
    </>
  );
}
