import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount, useRight, useSignedIn } from '../../app/session.tsx';
import type { TextKey } from '../../app/texts.ts';
import { BalanceCard } from '../../home/page.tsx';
import { readAmount } from '../../ui/amount.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { MoneyField } from '../../ui/money-field.tsx';
import { Card, Empty, Screen } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';

/** What a developer controls in a test account: its balance, and what its numbers do. */
export function SandboxPage() {
  const { t } = useTexts();
  const { livemode } = useAccount();
  const mayReadBalance = useRight('balance:read');
  return (
    <Screen title={t('sandbox.title')}>
      {livemode ? (
        <OnlyInTest />
      ) : (
        <>
          <p className="lead">{t('sandbox.lead')}</p>
          {mayReadBalance ? <BalanceCard title={t('home.balance')} /> : null}
          <SetBalance />
          <Outcomes />
        </>
      )}
    </Screen>
  );
}

function OnlyInTest() {
  const { t } = useTexts();
  const { organisation } = useAccount();
  const { accounts } = useSignedIn();
  const tests = accounts.filter((one) => !one.livemode && one.organisation.id === organisation.id);
  return (
    <Empty title={t('sandbox.onlyTest')}>
      <p>{t('sandbox.onlyTestHint')}</p>
      {tests.map(({ id, name }) => (
        <p key={id}>
          <Link to="/developers/sandbox" search={{ account: id }}>
            {t('sandbox.open', { name })}
          </Link>
        </p>
      ))}
    </Empty>
  );
}

function SetBalance() {
  const { t, locale } = useTexts();
  const { money } = useFormat();
  const { currency } = useAccount();
  const send = useSend();
  const [text, setText] = useState('');
  const [isSet, setDone] = useState(false);
  const typed = readAmount(text, currency, locale);
  const shown = typed.kind === 'amount' ? money({ amount: typed.amount, currency }) : '';
  return (
    <Card title={t('sandbox.setBalance')}>
      <p>{t('sandbox.setBalanceHint')}</p>
      <div className="form">
        <MoneyField
          label={t('home.available')}
          hint={t('sandbox.amountHint')}
          currency={currency}
          value={text}
          onChange={setText}
        />
        <ConfirmButton
          kind="primary"
          label={t('sandbox.setBalance')}
          title={t('sandbox.setTitle', { amount: shown })}
          confirm={t('sandbox.setConfirm', { amount: shown })}
          isDisabled={typed.kind !== 'amount'}
          onConfirm={async () => {
            if (typed.kind !== 'amount') return;
            await send('PUT', '/v1/sandbox/balance', { json: { available: typed.amount } });
            setDone(true);
          }}
        >
          <p>{t('sandbox.setBody')}</p>
        </ConfirmButton>
        <p role="status">{isSet ? t('sandbox.set') : ''}</p>
      </div>
    </Card>
  );
}

/** The last three digits of a number, with the outcome, as docs/sandbox.md has them. */
const ENDINGS = [
  ['000', 'sandbox.delivers'],
  ['100', 'sandbox.deliversLater'],
  ['002', 'sandbox.invalid'],
  ['003', 'sandbox.barred'],
  ['004', 'sandbox.down'],
  ['005', 'sandbox.tooSoon'],
  ['974', 'sandbox.downOnce'],
  ['978', 'sandbox.reversesNextDay'],
  ['980', 'sandbox.reverses'],
  ['981', 'sandbox.silent'],
] as const satisfies readonly (readonly [string, TextKey])[];

function Outcomes() {
  const { t } = useTexts();
  return (
    <Card title={t('sandbox.outcomes')}>
      <p>{t('sandbox.outcomesHint')}</p>
      <DataTable
        caption={t('sandbox.outcomes')}
        rows={ENDINGS}
        keyOf={([ending]) => ending}
        columns={[
          { title: t('sandbox.ending'), cell: ([ending]) => <code>{ending}</code> },
          { title: t('sandbox.outcome'), cell: ([, text]) => t(text) },
        ]}
      />
      <p className="hint">
        <a href="/docs/guides/sandbox.html">{t('sandbox.guide')}</a>
      </p>
    </Card>
  );
}
