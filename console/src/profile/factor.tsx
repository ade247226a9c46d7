import { useState } from 'react';
import { Form } from 'react-aria-components';
import { encode } from 'uqr';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRefreshSession, useSignedIn } from '../app/session.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { Button, Field } from '../ui/inputs.tsx';
import { Card, Problem } from '../ui/parts.tsx';
import { useTask } from '../ui/task.ts';
import { useConfirmed } from './confirmed.tsx';

interface Begun {
  readonly secret: string;
  readonly uri: string;
}

/** Sets up and removes the authenticator app. */
export function FactorCard() {
  const { t } = useTexts();
  const { session } = useSignedIn();
  const refresh = useRefreshSession();
  const { run, error, isRunning, dialog } = useConfirmed();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { second_factor: factor, has_authenticator_app: hasApp } = session;
  const begin = async () => setBegun(await callApi<Begun>(null, 'POST', '/v1/auth/second-factor'));
  const remove = async () => {
    await callApi(null, 'DELETE', '/v1/auth/second-factor');
    setCodes(null);
  };
  return (
    <Card title={t('profile.factor')}>
      <p>{t(factor === 'none' ? 'profile.factorNone' : 'profile.factorPassed')}</p>
      <Problem error={error} />
      {hasApp ? (
        <ConfirmButton
          kind="danger"
          label={t('profile.removeApp')}
          title={t('profile.removeApp')}
          confirm={t('profile.removeApp')}
          onConfirm={async () => {
            await run(remove);
          }}
        >
          <p>{t('profile.removeAppHint')}</p>
        </ConfirmButton>
      ) : null}
      {!hasApp && begun === null ? (
        <Button onPress={() => void run(begin)} isPending={isRunning}>
          {t('profile.setUpApp')}
        </Button>
      ) : null}
      {begun === null ? null : (
        <FirstCode
          begun={begun}
          onDone={(recovery) => {
            setBegun(null);
            setCodes(recovery);
            void refresh();
          }}
        />
      )}
      {codes === null ? null : (
        <div role="status">
          <p>{t('profile.recovery')}</p>
          <pre>{codes.join('\n')}</pre>
        </div>
      )}
      {dialog}
    </Card>
  );
}

function FirstCode({
  begun,
  onDone,
}: {
  readonly begun: Begun;
  readonly onDone: (codes: readonly string[]) => void;
}) {
  const { t } = useTexts();
  const [code, setCode] = useState('');
  const task = useTask();
  const confirm = async () => {
    const answer = await callApi<{ recovery_codes: readonly string[] }>(
      null,
      'POST',
      '/v1/auth/second-factor/confirm',
      { json: { code } },
    );
    onDone(answer.recovery_codes);
  };
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(confirm);
      }}
    >
      <p>{t('profile.scan')}</p>
      <QrCode text={begun.uri} label={t('profile.qrLabel')} />
      <p>
        {t('profile.secret')} <code data-testid="secret">{begun.secret}</code>
      </p>
      <p>
        <a href={begun.uri}>{t('profile.openApp')}</a>
      </p>
      <Field
        label={t('profile.firstCode')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        isRequired
        value={code}
        onChange={setCode}
      />
      <Problem error={task.error} />
      <Button kind="primary" type="submit" isPending={task.isRunning}>
        {t('profile.confirm')}
      </Button>
    </Form>
  );
}

/** Dark on light in every theme, because cameras expect it. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
