import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../app/i18n.tsx';
import { PurchaseBadge } from '../purchases/words.tsx';
import { Button, Field } from '../ui/inputs.tsx';
import { Badge } from '../ui/parts.tsx';
import type { Purchase } from './types.ts';

/** One field for everything: it leads to what was found. */
export function SearchField({ q = '' }: { readonly q?: string }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(q);
  return (
    <Form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = typed.trim();
        if (text !== '') void navigate({ to: '/operations/search', search: { q: text } });
      }}
    >
      <Field
        label={t('operations.search')}
        hint={t('operations.searchHint')}
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
      <Button kind="primary" type="submit">
        {t('purchases.find')}
      </Button>
    </Form>
  );
}

/** Live or test, in a word. */
export function Mode({ livemode }: { readonly livemode: boolean }) {
  const { t } = useTexts();
  return <Badge tone={livemode ? 'good' : 'warn'}>{t(livemode ? 'mode.live' : 'mode.test')}</Badge>;
}

export function Status({ purchase }: { readonly purchase: Purchase }) {
  return <PurchaseBadge status={purchase.status} />;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The reason for a change, which the audit log keeps. */
export function ReasonField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  return (
    <Field
      label={t('operations.reason')}
      hint={t('operations.reasonHint')}
      value={value}
      onChange={onChange}
      maxLength={500}
    />
  );
}
