import { useTexts } from '../../app/i18n.tsx';
import { useMode } from '../parts.tsx';

/** Says above a screen or in a dialog whose money it is about, and whether it is real, in words and with the pattern of the mode. */
export function AccountBand({ name, livemode }: { readonly name: string; readonly livemode: boolean }) {
  const { t } = useTexts();
  const mode = useMode(livemode);
  return (
    <p className={`mode ${mode}`}>
      <strong>{t(`mode.${mode}`)}</strong> {name} – {t(`mode.${mode}Hint`)}
    </p>
  );
}
