import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { Button, Field } from './inputs.tsx';

/** A secret that is shown once, with a button that copies it. */
export function SecretOnce({ label, secret }: { readonly label: string; readonly secret: string }) {
  const { t } = useTexts();
  const [state, setState] = useState<'shown' | 'copied' | 'refused'>('shown');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <div className="notice warn secret">
      <p>
        <strong>{t('secret.once')}</strong>
      </p>
      <Field
        label={label}
        isReadOnly
        value={secret}
        inputProps={{ spellCheck: false, onFocus: ({ currentTarget }) => currentTarget.select() }}
      />
      <Button kind="primary" onPress={() => void copy()}>
        {t('secret.copy')}
      </Button>
      <p role="status">
        {state === 'copied' ? t('secret.copied') : null}
        {state === 'refused' ? t('secret.notCopied') : null}
      </p>
    </div>
  );
}
