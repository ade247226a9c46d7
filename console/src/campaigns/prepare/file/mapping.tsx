import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { Badge } from '../../../ui/parts.tsx';
import { ROLES, type Role } from './columns.ts';

/** The columns of a file with their first values, and what each is read as. */
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
  return (
    <ul className="columns" aria-label={t('prepare.columns')}>
      {preview.columns.map((column, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its position, because names may repeat
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
}

function Meaning({
  column: { name, read_as },
  role,
  onChoose,
}: {
  readonly column: BatchPreview['columns'][number];
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
