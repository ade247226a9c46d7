import { type ReactNode, useState } from 'react';
import { FilterForm } from './forms/filter-form.tsx';
import { Field } from './inputs.tsx';

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
  const [typed, setTyped] = useState(first);
  return (
    <FilterForm kind={kind} after={children} onFind={() => onFind(typed.trim())}>
      <Field
        label={label}
        {...(hint === undefined ? {} : { hint })}
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
    </FilterForm>
  );
}
