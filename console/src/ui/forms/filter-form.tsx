import type { ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../app/i18n.tsx';
import { Button } from '../inputs.tsx';

/** The fields that narrow a list, and the button that searches by them. */
export function FilterForm({
  className = 'search',
  kind = 'primary',
  after,
  onFind,
  children,
}: {
  readonly className?: 'search' | 'filters';
  readonly kind?: 'primary' | 'plain';
  /** More buttons. */
  readonly after?: ReactNode;
  readonly onFind: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <Form
      className={className}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onFind();
      }}
    >
      {children}
      <Button kind={kind} type="submit">
        {t('purchases.find')}
      </Button>
      {after}
    </Form>
  );
}
