import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { Button } from './inputs.tsx';

/** Copies a text to paste it elsewhere. Browsers allow this only over https and on the machine itself; elsewhere there is no button. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useTexts();
  const [copied, setCopied] = useState<string | null>(null);
  if (!isSecureContext) return null;
  return (
    <>
      <Button
        onPress={() => {
          void navigator.clipboard.writeText(text).then(() => setCopied(text));
        }}
      >
        {label}
      </Button>
      <span role="status">{copied === text ? t('app.copied') : ''}</span>
    </>
  );
}
