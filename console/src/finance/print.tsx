import { useTexts } from '../app/i18n.tsx';
import { Button } from '../ui/inputs.tsx';

/** Prints the screen; browsers also save it as a PDF. ui/print.css says how it looks. */
export function PrintButton() {
  const { t } = useTexts();
  return <Button onPress={() => print()}>{t('finance.print')}</Button>;
}
