import { useState } from 'react';
import type { AllowedBundles, Bundle } from '../../../../clients/typescript/src/types.ts';
import { useAll } from '../../app/all.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { Check, Radios, toggled } from '../../ui/checks.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Card, Money, Problem, Skeleton } from '../../ui/parts.tsx';

/** Which bundles the account may buy. */
export function BundlesCard() {
  const { t } = useTexts();
  const { data, error } = useApi<AllowedBundles>('/v1/settings/allowed-bundles');
  const bundles = useAll<Bundle>('/v1/bundles');
  const mayChange = useRight('rules:write');
  const isReady = data !== undefined && bundles.data !== undefined;
  const problem = error ?? bundles.error;
  return (
    <Card title={t('limits.bundles')}>
      <p>{t('limits.bundlesHint')}</p>
      <Problem error={problem} />
      {!isReady && problem === null ? <Skeleton lines={4} /> : null}
      {isReady ? (
        <>
          <p>
            {data.bundle_ids === null
              ? t('limits.everyBundle')
              : t('limits.someBundles', { count: data.bundle_ids.length })}
          </p>
          {mayChange ? (
            <Change key={JSON.stringify(data.bundle_ids)} allowed={data.bundle_ids} bundles={bundles.data} />
          ) : (
            <ul>
              {data.bundle_ids?.map((id) => (
                <li key={id}>{bundles.data.find((bundle) => bundle.id === id)?.name ?? id}</li>
              ))}
            </ul>
          )}
        </>
      ) : null}
    </Card>
  );
}

function Change({
  allowed,
  bundles,
}: {
  readonly allowed: AllowedBundles['bundle_ids'];
  readonly bundles: readonly Bundle[];
}) {
  const { t } = useTexts();
  const send = useSend();
  const [mode, setMode] = useState<'every' | 'some'>(allowed === null ? 'every' : 'some');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(allowed ?? []));
  // A bundle that is no longer sold can be taken from the list, and not kept on it.
  const sold = new Set(bundles.map(({ id }) => id));
  const ids = [...chosen].filter((id) => sold.has(id)).toSorted();
  const save = () =>
    send<void>('PUT', '/v1/settings/allowed-bundles', {
      json: { bundle_ids: mode === 'every' ? null : ids },
    });
  const words = mode === 'every' ? t('limits.everyBundle') : t('limits.someBundles', { count: ids.length });
  return (
    <div className="form wide">
      <Radios
        legend={t('limits.mayBuy')}
        name="bundles"
        value={mode}
        options={[
          ['every', t('limits.modeEvery')],
          ['some', t('limits.modeSome')],
        ]}
        onChange={setMode}
      />
      {mode === 'some' ? (
        <fieldset className="group">
          <legend>{t('limits.bundles')}</legend>
          {bundles.map(({ id, name, price }) => (
            <Check
              key={id}
              checked={chosen.has(id)}
              onChange={(isIn) => setChosen(toggled(chosen, id, isIn))}
            >
              {name} (<Money {...price} />) <code className="small">{id}</code>
            </Check>
          ))}
        </fieldset>
      ) : null}
      <ConfirmButton
        kind="primary"
        label={t('limits.saveBundles')}
        title={t('limits.bundlesTitle')}
        confirm={t('limits.saveBundles')}
        onConfirm={save}
      >
        <p>{words}</p>
        <p>{t('limits.bundlesEffect')}</p>
      </ConfirmButton>
    </div>
  );
}
