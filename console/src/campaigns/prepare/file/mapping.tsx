import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { Badge } from '../../../ui/parts.tsx';
import { ROLES, type Role } from './columns.ts';

type Column = BatchPreview['columns'][number];

/** The columns of a file with their first values, and what each is read as. Those of an earlier results file are folded away. */
export function Mapping({
  preview,
  roles,
  onChoose,
}: {
  readonly preview: BatchPreview;
  readonly roles: readonly string[];
  readonly onChoose: (at: number, role: Role) => void;
}) {
  const { t } = useTexts();
  const columns = preview.columns.map((column, at) => ({ column, at }));
  const results = columns.filter(({ column }) => isResult(column));
  const listOf = (found: typeof columns, label: string) => (
    <ul className="columns" aria-label={label}>
      {found.map(({ column, at }) => (
        <li key={at}>
          <div>
            <strong>{column.name === '' ? t('prepare.unnamed') : column.name}</strong>{' '}
            {column.guessed && roles[at] === column.read_as ? (
              <Badge tone="warn">{t('prepare.guessed')}</Badge>
            ) : null}
            <p className="hint samples">{column.samples.join(' · ')}</p>
          </div>
          <Meaning column={column} role={roles[at] ?? 'own'} onChoose={(role) => onChoose(at, role)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {listOf(
        columns.filter(({ column }) => !isResult(column)),
        t('prepare.columns'),
      )}
      {results.length === 0 ? null : (
        <>
          <p className="hint">
            {t(
              results.some(({ column }) => isState(column))
                ? 'prepare.resultsBought'
                : 'prepare.resultsKnown',
            )}
          </p>
          <details>
            <summary>{t('prepare.resultColumns', { count: results.length })}</summary>
            {listOf(results, t('prepare.resultList'))}
          </details>
        </>
      )}
    </>
  );
}

/** Whether a column comes from a results file: an upload does not read it, apart from the state of each row. */
function isResult({ name, read_as }: Column): boolean {
  return read_as === null && name.toLowerCase().startsWith('result.');
}

function isState({ name }: Column): boolean {
  return name.toLowerCase() === 'result.state';
}

function Meaning({
  column: { name, read_as },
  role,
  onChoose,
}: {
  readonly column: Column;
  readonly role: string;
  readonly onChoose: (role: Role) => void;
}) {
  const { t } = useTexts();
  // Metadata, columns of earlier results and columns without a name are read as they are.
  if (!ROLES.some((one) => one === read_as)) return <span>{read_as ?? t('prepare.ignored')}</span>;
  return (
    <select
      aria-label={t('prepare.readAs', { name })}
      value={role}
      onChange={({ target }) => {
        const chosen = ROLES.find((one) => one === target.value);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {t(`prepare.role.${one}`)}
        </option>
      ))}
    </select>
  );
}
