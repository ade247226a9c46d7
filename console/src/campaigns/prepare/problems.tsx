import { Link } from '@tanstack/react-router';
import type { Batch, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card } from '../../ui/parts.tsx';
import { useApiTexts } from '../api-texts.ts';
import { ApiWords } from '../api-words.tsx';
import { RowsToCorrect } from './rows-to-correct.tsx';
import { useReasonWords } from './words.ts';

/** The rows that are not bought, grouped by why, with what to do. */
export function Problems({
  batch,
  outcomes,
}: {
  readonly batch: Batch;
  readonly outcomes: readonly BatchOutcome[];
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { title, cure } = useReasonWords();
  const { rowError } = useApiTexts();
  const shown = (reason: string) => {
    const error = batch.errors.find(({ code }) => code === reason);
    return cure(reason) ?? (error === undefined ? '' : <ApiWords of={[rowError(error)]} />);
  };
  const groups = groupByReason(outcomes);
  if (groups.length === 0) return null;
  return (
    <Card title={t('problems.title')}>
      <ul className="rows">
        {groups.map(({ reason, rows, state }) => (
          <li key={`${reason} ${state}`} className="problem">
            <div>
              <Badge tone={state === 'invalid' ? 'bad' : 'warn'}>
                {t(state === 'invalid' ? 'problems.invalid' : 'problems.heldBack')}
              </Badge>{' '}
              <strong>
                {number(rows)} · {title(reason)}
              </strong>
              <p className="hint">{shown(reason)}</p>
            </div>
            <Link
              to="/campaigns/$batchId"
              params={{ batchId: batch.id }}
              search={{ state, reason }}
              hash="rows"
            >
              {t('problems.show', { rows })}
            </Link>
          </li>
        ))}
      </ul>
      <RowsToCorrect batch={batch} outcomes={outcomes} />
    </Card>
  );
}

interface Group {
  readonly reason: string;
  readonly state: string;
  readonly rows: number;
}

/** The most frequent first. */
function groupByReason(outcomes: readonly BatchOutcome[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { reason, state, rows } of outcomes) {
    if (reason === null) continue;
    const key = `${state} ${reason}`;
    groups.set(key, { reason, state, rows: rows + (groups.get(key)?.rows ?? 0) });
  }
  return [...groups.values()].toSorted((a, b) => b.rows - a.rows);
}
