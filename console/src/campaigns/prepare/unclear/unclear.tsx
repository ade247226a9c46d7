import { useState } from 'react';
import type { Batch, BatchOutcome, Bundle } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight } from '../../../app/session.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button, Choice } from '../../../ui/inputs.tsx';
import { Card, Problem, Skeleton } from '../../../ui/parts.tsx';
import { useTask } from '../../../ui/task.ts';
import { useBundles, useNetworks } from '../lists.ts';
import { groupUnclear, onlyBundles, UNCLEAR, type UnclearGroup } from './groups.ts';
import { useGiveBundles, useUnclearRows } from './use-unclear.ts';

/** Bundles that have a button each; the others are in a list. */
const BUTTONS = 4;

/** What a file calls bundles in words. People choose once for all rows with the same words. */
export function UnclearBundles({
  batch,
  outcomes,
}: {
  readonly batch: Batch;
  readonly outcomes: readonly BatchOutcome[];
}) {
  const mayChoose = useRight('batches:create');
  const all = outcomes
    .filter(({ reason, state }) => reason === UNCLEAR && state === 'invalid')
    .reduce((sum, { rows }) => sum + rows, 0);
  return all > 0 && mayChoose && batch.status === 'ready' ? <Groups batch={batch} all={all} /> : null;
}

function Groups({ batch, all }: { readonly batch: Batch; readonly all: number }) {
  const { t } = useTexts();
  const { data, error } = useUnclearRows(batch);
  const bundles = useBundles();
  const { give, progress } = useGiveBundles(batch);
  const task = useTask();
  const groups = groupUnclear(data ?? [], bundles);
  const only = onlyBundles(groups);
  const isCut = data !== undefined && data.length < all;
  return (
    <Card title={t('unclear.title')}>
      <p>{t('unclear.hint')}</p>
      {isCut ? <p>{t('unclear.cut', { shown: data.length, all })}</p> : null}
      <Problem error={error ?? task.error} />
      {data === undefined ? <Skeleton lines={3} /> : null}
      <ul className="rows">
        {groups.map((group) => (
          <li key={group.key} className="problem">
            <Group
              group={group}
              isRunning={task.isRunning}
              onChoose={({ id }) => void task.run(() => give(new Map([[group.key, id]])))}
            />
          </li>
        ))}
      </ul>
      {only === null || groups.length < 2 ? null : (
        <Button
          kind="primary"
          isDisabled={task.isRunning}
          isPending={task.isRunning}
          onPress={() => void task.run(() => give(only))}
        >
          {t('unclear.useAll')}
        </Button>
      )}
      <p role="status">{progress === null ? '' : t('unclear.progress', { ...progress, all })}</p>
    </Card>
  );
}

function Group({
  group: { text, networkId, rows, suggested, others },
  isRunning,
  onChoose,
}: {
  readonly group: UnclearGroup;
  readonly isRunning: boolean;
  readonly onChoose: (bundle: Bundle) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const network = useNetworks().find(({ id }) => id === networkId)?.name ?? networkId;
  const named = ({ name, data_mb: data, validity_hours: hours, price, id }: Bundle) =>
    t('unclear.bundle', { name, data, hours, price: money(price), id });
  const buttons = suggested.slice(0, BUTTONS);
  const listed = [...suggested.slice(BUTTONS), ...others];
  return (
    <div>
      <strong>{t('unclear.group', { text, network, rows })}</strong>
      <div className="actions">
        {buttons.map((bundle) => (
          <Button
            key={bundle.id}
            kind={suggested.length === 1 ? 'primary' : 'plain'}
            isDisabled={isRunning}
            onPress={() => onChoose(bundle)}
          >
            {named(bundle)}
          </Button>
        ))}
      </div>
      {listed.length === 0 ? null : (
        <Others
          label={t('unclear.other', { text, network })}
          bundles={listed}
          rows={rows}
          named={named}
          isRunning={isRunning}
          onChoose={onChoose}
        />
      )}
    </div>
  );
}

function Others({
  label,
  bundles,
  rows,
  named,
  isRunning,
  onChoose,
}: {
  readonly label: string;
  readonly bundles: readonly Bundle[];
  readonly rows: number;
  readonly named: (bundle: Bundle) => string;
  readonly isRunning: boolean;
  readonly onChoose: (bundle: Bundle) => void;
}) {
  const { t } = useTexts();
  const [chosen, setChosen] = useState('');
  const bundle = bundles.find(({ id }) => id === chosen);
  return (
    <div className="pair">
      <Choice
        label={label}
        value={chosen}
        options={[['', t('rows.chooseBundle')], ...bundles.map((one) => [one.id, named(one)] as const)]}
        onChange={setChosen}
      />
      {bundle === undefined ? null : (
        <Button isDisabled={isRunning} onPress={() => onChoose(bundle)}>
          {t('unclear.use', { rows })}
        </Button>
      )}
    </div>
  );
}
