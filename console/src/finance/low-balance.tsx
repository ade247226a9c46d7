import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { LowBalanceAlert } from '../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { FactorNotice, useLacksFactor } from '../app/second-factor.tsx';
import { useAccount, useRight } from '../app/session.tsx';
import { useFormat } from '../ui/format.ts';
import { Button, EmailField, Field } from '../ui/inputs.tsx';
import { Card, Problem, Skeleton } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';
import { readAmount, writeAmount } from './amount.ts';

const PATH = '/v1/settings/low-balance';

/** Below which balance someone gets an e-mail, and who. */
export function LowBalanceCard() {
  const { t } = useTexts();
  const { money } = useFormat();
  const canChange = useRight('settings:write');
  const { data, error } = useApi<LowBalanceAlert>(PATH);
  const { threshold = null, email = null } = data ?? {};
  return (
    <Card title={t('finance.lowBalance')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data === undefined ? null : (
        <p>
          {threshold === null || email === null
            ? t('finance.noAlert')
            : t('finance.alert', { amount: money(threshold), email })}
        </p>
      )}
      {data === undefined ? null : canChange ? (
        <AlertForm key={JSON.stringify(data)} alert={data} />
      ) : (
        <AlertBy />
      )}
    </Card>
  );
}

/** Who can change the alert. */
function AlertBy() {
  const { t } = useTexts();
  return useLacksFactor() ? <FactorNotice /> : <p className="hint">{t('finance.alertBy')}</p>;
}

function AlertForm({ alert }: { readonly alert: LowBalanceAlert }) {
  const { t } = useTexts();
  const { currency } = useAccount();
  const send = useSend();
  const { run, error, isRunning } = useTask();
  const [amount, setAmount] = useState(
    alert.threshold === null ? '' : writeAmount(alert.threshold.amount, currency),
  );
  const [email, setEmail] = useState(alert.email ?? '');
  const save = async () => {
    const minor = readAmount(amount, currency);
    if (minor === null || minor === 0) throw new Error(t('finance.badAmount'));
    await send('PUT', PATH, { json: { threshold: { amount: minor, currency }, email } });
  };
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(save);
      }}
    >
      <Field
        label={t('finance.alertBelow', { currency })}
        inputProps={{ inputMode: 'decimal' }}
        isRequired
        maxLength={20}
        value={amount}
        onChange={setAmount}
      />
      <EmailField label={t('finance.alertEmail')} value={email} onChange={setEmail} />
      <Problem error={error} />
      <div className="actions">
        <Button type="submit" isPending={isRunning}>
          {t('finance.saveAlert')}
        </Button>
        {alert.threshold === null ? null : (
          <Button
            kind="quiet"
            onPress={() => void run(() => send('PUT', PATH, { json: { threshold: null, email: null } }))}
          >
            {t('finance.endAlert')}
          </Button>
        )}
      </div>
    </Form>
  );
}
