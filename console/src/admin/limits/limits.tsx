import { useState } from 'react';
import type { SpendingLimits } from '../../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight } from '../../app/session.tsx';
import { readAmount, writeAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { Card, Money, Problem, Skeleton } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';

const FIELDS = ['per_campaign', 'per_day', 'per_month'] as const;
type Field = (typeof FIELDS)[number];

/** The most that a campaign, a day and a month may spend, and what is spent. */
export function LimitsCard() {
  const { t } = useTexts();
  const { data, error } = useApi<SpendingLimits>('/v1/settings/spending-limits');
  const mayChange = useRight('rules:write');
  const spent = (field: Field) => {
    if (data === undefined || field === 'per_campaign') return null;
    return field === 'per_day' ? data.spent_today : data.spent_this_month;
  };
  return (
    <Card title={t('limits.spending')}>
      <p>{t('limits.spendingHint')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={4} /> : null}
      {data === undefined ? null : (
        <>
          <DataTable
            caption={t('limits.spending')}
            rows={FIELDS}
            keyOf={(field) => field}
            columns={[
              { title: t('limits.limit'), cell: (field) => t(`limits.${field}`) },
              {
                title: t('limits.most'),
                isNumber: true,
                cell: (field) => <Amount money={data[field]} />,
              },
              { title: t('limits.spent'), isNumber: true, cell: (field) => <Amount money={spent(field)} /> },
            ]}
          />
          {mayChange ? (
            <Change key={JSON.stringify(FIELDS.map((field) => data[field]))} limits={data} />
          ) : null}
        </>
      )}
    </Card>
  );
}

function Amount({ money }: { readonly money: SpendingLimits[Field] }) {
  return money === null ? '–' : <Money {...money} />;
}

function Change({ limits }: { readonly limits: SpendingLimits }) {
  const { t, locale } = useTexts();
  const { money } = useFormat();
  const { currency } = useAccount();
  const send = useSend();
  const shown = (field: Field) => {
    const limit = limits[field];
    return limit === null ? '' : writeAmount(limit.amount, currency, locale);
  };
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>({
    per_campaign: shown('per_campaign'),
    per_day: shown('per_day'),
    per_month: shown('per_month'),
  });
  const typed = (field: Field) => readAmount(texts[field], currency, locale);
  const wanted = (field: Field) => {
    const one = typed(field);
    return one.kind === 'amount' ? { amount: one.amount, currency } : null;
  };
  const save = async () => {
    const json = Object.fromEntries(FIELDS.map((field) => [field, wanted(field)]));
    await send('PUT', '/v1/settings/spending-limits', { json });
  };
  return (
    <div className="form">
      <h3>{t('limits.change')}</h3>
      {FIELDS.map((field) => (
        <MoneyField
          key={field}
          label={t(`limits.${field}`)}
          hint={t('limits.noLimit')}
          currency={currency}
          value={texts[field]}
          onChange={(text) => setTexts((old) => ({ ...old, [field]: text }))}
        />
      ))}
      <ConfirmButton
        kind="primary"
        label={t('limits.change')}
        title={t('limits.changeTitle')}
        confirm={t('limits.save')}
        isDisabled={FIELDS.some((field) => typed(field).kind === 'unreadable')}
        onConfirm={save}
      >
        <ul>
          {FIELDS.map((field) => {
            const limit = wanted(field);
            return (
              <li
                key={field}
              >{`${t(`limits.${field}`)}: ${limit === null ? t('limits.none') : money(limit)}`}</li>
            );
          })}
        </ul>
        <p>{t('limits.changeHint')}</p>
      </ConfirmButton>
    </div>
  );
}
