import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton, Input, Label, Text, TextField } from 'react-aria-components';

type Kind = 'primary' | 'plain' | 'quiet' | 'danger';

/** A button. While `isPending` it looks busy; `useTask` ignores what is pressed meanwhile. */
export function Button({
  kind = 'plain',
  isPending = false,
  ...rest
}: Omit<ComponentProps<typeof AriaButton>, 'className'> & { readonly kind?: Kind }) {
  // React Aria's own isPending leaves an image without a name behind for screen readers.
  return <AriaButton {...rest} className={`button ${kind}${isPending ? ' pending' : ''}`} />;
}

/** A field for text, with its label and a hint. */
export function Field({
  label,
  hint,
  inputProps,
  ...rest
}: Omit<ComponentProps<typeof TextField>, 'children' | 'className'> & {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly inputProps?: ComponentProps<typeof Input>;
}) {
  return (
    <TextField {...rest} className="field">
      <Label>{label}</Label>
      <Input {...inputProps} />
      {hint === undefined ? null : (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </TextField>
  );
}

/** A field for an e-mail address that must be filled in. */
export function EmailField(props: Omit<ComponentProps<typeof Field>, 'type' | 'maxLength' | 'isRequired'>) {
  return <Field {...props} type="email" maxLength={254} isRequired />;
}

/** A choice of a few values. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <label className="field">
      {label}
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([one]) => one === target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
