import { useTexts } from '../../app/i18n.tsx';
import { Badge } from '../../ui/parts.tsx';
import { outcomeOf } from './search.ts';

const TONES = { done: 'good', refused: 'warn', failed: 'bad' } as const;

/** The status of an answer, and what it means. */
export function StatusBadge({ status }: { readonly status: number }) {
  const { t } = useTexts();
  const outcome = outcomeOf(status);
  return (
    <Badge tone={TONES[outcome]}>
      {status} {t(`requests.outcome.${outcome}`)}
    </Badge>
  );
}
