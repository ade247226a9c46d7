import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../app/i18n.tsx';
import type { TextKey } from '../../../app/texts.ts';
import { Button } from '../../../ui/inputs.tsx';
import type { Known } from './check.ts';
import { nextName } from './name.ts';

/** What the parameters of an upload are called here. */
const CHOICES: Readonly<Record<string, TextKey>> = {
  columns: 'prepare.choice.columns',
  data_mb: 'prepare.choice.bundle',
  default_country: 'prepare.choice.country',
  on_duplicate: 'prepare.choice.duplicates',
  on_insufficient_balance: 'prepare.choice.balance',
  on_invalid: 'prepare.choice.invalid',
  validity_hours: 'prepare.choice.bundle',
};

/** Says which campaign has the name already, and offers to check the file under another one. */
export function KnownCampaign({
  known: { as, batchId, name, reference, parameters },
  onRename,
}: {
  readonly known: Known;
  /** Checks the file as it is chosen now, under this name. */
  readonly onRename: (name: string) => void;
}) {
  const { t } = useTexts();
  const other = nextName(name);
  // A program may have uploaded it, with parameters that this screen does not offer.
  const differing = new Set(parameters.map((one) => t(CHOICES[one] ?? 'prepare.choice.other')));
  return (
    <div className="notice warn" role="alert">
      <p>{t(`prepare.known.${as}`, { name: reference, what: [...differing].join(', ') })}</p>
      <p>
        <Link to="/campaigns/$batchId" params={{ batchId }}>
          {t('prepare.known.open', { name: reference })}
        </Link>
      </p>
      {as === 'file' ? null : <p>{t('prepare.known.twice')}</p>}
      <Button onPress={() => onRename(other)}>{t('prepare.known.rename', { name: other })}</Button>
    </div>
  );
}
