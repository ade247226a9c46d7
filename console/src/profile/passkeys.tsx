import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { callApi } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { addPasskey, canUsePasskeys, PasskeyDeclined } from '../sign-in/passkeys.ts';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Button, Field } from '../ui/inputs.tsx';
import { Card, Problem, Time } from '../ui/parts.tsx';
import { useConfirmed } from './confirmed.tsx';

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Lists, adds and removes passkeys. */
export function PasskeysCard() {
  const { t } = useTexts();
  const { time } = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => callApi<{ data: readonly Passkey[] }>(null, 'GET', '/v1/auth/passkeys'),
  });
  const { run, error: failed, isRunning, dialog } = useConfirmed();
  const [name, setName] = useState('');
  const [done, setDone] = useState('');
  const add = async () => {
    await addPasskey(name.trim());
    setName('');
    setDone(t('profile.passkeyAdded'));
    await refetch();
  };
  const remove = async (id: string) => {
    await callApi(null, 'DELETE', `/v1/auth/passkeys/${id}`);
    setDone(t('profile.passkeyRemoved'));
    await refetch();
  };
  return (
    <Card title={t('profile.passkeys')}>
      <p>{t('profile.passkeysHint')}</p>
      <Problem
        error={error ?? (failed instanceof PasskeyDeclined ? new Error(t('profile.passkeyNotMade')) : failed)}
      />
      <p role="status">{done}</p>
      <ul className="rows">
        {data?.data.map((passkey) => (
          <li key={passkey.id}>
            <span>
              <strong>{passkey.name}</strong> {t('profile.added', { time: time(passkey.created_at) })}{' '}
              {passkey.last_used_at === null ? (
                t('profile.neverUsed')
              ) : (
                <>
                  {t('profile.lastUsed')} <Time at={passkey.last_used_at} />
                </>
              )}
            </span>
            <ConfirmButton
              label={t('profile.removePasskey', { name: passkey.name })}
              title={t('profile.removePasskeyTitle', { name: passkey.name })}
              confirm={t('profile.removePasskey', { name: passkey.name })}
              kind="danger"
              onConfirm={async () => {
                await run(() => remove(passkey.id));
              }}
            >
              <p>{t('profile.removePasskeyHint')}</p>
            </ConfirmButton>
          </li>
        ))}
      </ul>
      {canUsePasskeys() ? (
        <Form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void run(add);
          }}
        >
          <Field
            label={t('profile.passkeyName')}
            hint={t('profile.passkeyNameHint')}
            maxLength={100}
            isRequired
            value={name}
            onChange={setName}
          />
          <Button type="submit" isPending={isRunning}>
            {t('profile.addPasskey')}
          </Button>
        </Form>
      ) : (
        <p className="hint">{t('profile.noPasskeysHere')}</p>
      )}
      {dialog}
    </Card>
  );
}
