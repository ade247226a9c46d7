import { type ReactNode, useState } from 'react';
import { Button, Input, Label, Text, TextField } from 'react-aria-components';
import { useTexts } from '../app/i18n.tsx';

/** A field for a password, which people can look at while they type. */
export function PasswordField({
  label,
  hint,
  autoComplete,
  isRequired = false,
  minLength,
  value,
  onChange,
}: {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly isRequired?: boolean;
  readonly minLength?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      className="field"
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      maxLength={128}
      {...(minLength === undefined ? {} : { minLength })}
      isRequired={isRequired}
      value={value}
      onChange={onChange}
    >
      <Label>{label}</Label>
      <div className="with-button">
        <Input autoCapitalize="none" spellCheck={false} />
        <Button className="button quiet" onPress={() => setShown(!isShown)}>
          {t(isShown ? 'password.hide' : 'password.show')}
          <span className="hidden"> {t('password.typed')}</span>
        </Button>
      </div>
      {hint === undefined ? null : (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </TextField>
  );
}
