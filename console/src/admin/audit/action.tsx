import { useTexts } from '../../app/i18n.tsx';
import { ACTION_GROUPS, GROUPS } from './actions.ts';
import { useAuditWords } from './words.ts';

/** What was done, in words; programs and commands know it by its code. */
export function ActionCode({ action }: { readonly action: string }) {
  const { action: wordsFor } = useAuditWords();
  // An action that has no words is shown by its code alone.
  if (wordsFor(action) === action) return null;
  return (
    <div className="small">
      <code>{action}</code>
    </div>
  );
}

/** A choice of one action in words, or any. The one of a link is kept, even if it is not known here. */
export function ActionChoice({
  value,
  isOfPlatform,
  onChange,
}: {
  /** Its code; empty for any. */
  readonly value: string;
  /** Whether the entries include those of no account. */
  readonly isOfPlatform: boolean;
  readonly onChange: (code: string) => void;
}) {
  const { t } = useTexts();
  const words = useAuditWords();
  const groups = GROUPS.filter((group) => isOfPlatform || group !== 'platform');
  const isUnknown =
    value !== '' && !groups.some((group) => ACTION_GROUPS[group].some((one) => one === value));
  return (
    <label className="field">
      {t('audit.action')}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t('audit.anyAction')}</option>
        {isUnknown ? <option value={value}>{words.action(value)}</option> : null}
        {groups.map((group) => (
          <optgroup key={group} label={t(`auditGroup.${group}`)}>
            {ACTION_GROUPS[group].map((code) => (
              <option key={code} value={code}>
                {words.action(code)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}
