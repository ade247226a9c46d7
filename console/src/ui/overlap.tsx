import { useTexts } from '../app/i18n.tsx';
import { Choice } from './inputs.tsx';

/** How long what is replaced still works, in seconds. */
const SECONDS = ['0', '3600', '86400', '604800', '2592000'] as const;

/** A choice of how long a key or a secret still works beside the one that replaces it. */
export function OverlapChoice({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (seconds: string) => void;
}) {
  const { t } = useTexts();
  return (
    <Choice
      label={label}
      value={value}
      options={SECONDS.map((seconds) => [seconds, t(`overlap.${seconds}`)])}
      onChange={onChange}
    />
  );
}
