import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../app/i18n.tsx';
import { Button, Field } from './inputs.tsx';

/** One field and the button that searches for its text, without the blanks around it. */
export function SearchForm({
  label,
  hint,
  first,
  onFind,
  kind = 'primary',
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  /** What the field has at the beginning. */
  readonly first: string;
  readonly onFind: (text: string) => void;
  readonly kind?: 'primary' | 'plain';
  /** More buttons. */
  readonly children?: ReactNode;
}) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(first);
  return (
    <Form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(typed.trim());
      }}
    >
      <Field
        label={label}
        {...(hint === undefined ? {} : { hint })}
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
      <Button kind={kind} type="submit">
        {t('purchases.find')}
      </Button>
      {children}
    </Form>
  );
}
