import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { readWish } from '../../purchases/search.ts';
import { Button, Choice, Field } from '../../ui/inputs.tsx';
import { Card } from '../../ui/parts.tsx';
import { shownState } from './counts.ts';
import { useNames } from './names.ts';
import { useReason } from './reasons.ts';
import { RowTable } from './row-table.tsx';
import { type RowSearch, readRowSearch } from './search.ts';
import { ROW_STATES } from './state.tsx';

/** The rows of a campaign, narrowed by what the address says. */
export function RowsCard({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const search = readRowSearch(useSearch({ strict: false }));
  const wish = readWish(search.number ?? '');
  const query = {
    state: search.state,
    reason: search.reason,
    network_id: search.network,
    bundle_id: search.bundle,
    phone_number: wish.kind === 'list' ? wish.value : undefined,
  };
  return (
    <div id="rows" className="no-print">
      <Card title={t('outcome.rows.title')}>
        <Filters batch={batch} search={search} key={search.number ?? ''} />
        {wish.kind === 'local-number' ? (
          <p role="status">{t('purchases.localNumber')}</p>
        ) : (
          <RowTable batch={batch} query={query} />
        )}
      </Card>
    </div>
  );
}

function Filters({ batch, search }: { readonly batch: Batch; readonly search: RowSearch }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const reasonOf = useReason();
  const { networks, bundles } = useNames();
  const [typed, setTyped] = useState(search.number ?? '');
  const set = (change: { [Name in keyof RowSearch]?: RowSearch[Name] | undefined }) => {
    const kept = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined);
    void navigate({
      to: '/campaigns/$batchId',
      params: { batchId: batch.id },
      search: Object.fromEntries(kept),
      hash: 'rows',
      replace: true,
    });
  };
  const named = (all: readonly { id: string; name: string }[], chosen: string | undefined) => {
    const known = all.map(({ id, name }) => [id, name] as const);
    const isKnown = chosen === undefined || known.some(([id]) => id === chosen);
    return [
      ['any', t('outcome.rows.any')] as const,
      ...known,
      ...(isKnown ? [] : [[chosen, chosen] as const]),
    ];
  };
  const chosen = (value: string) => (value === 'any' ? undefined : value);
  const states = ROW_STATES.map(
    (state) => [state, t(`outcome.rows.state.${shownState(state, batch.status)}`)] as const,
  );
  return (
    <Form
      className="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        set({ number: typed.trim() === '' ? undefined : typed.trim() });
      }}
    >
      <Field label={t('purchases.number')} value={typed} onChange={setTyped} maxLength={40} />
      <Choice
        label={t('outcome.rows.stateFilter')}
        value={search.state ?? 'any'}
        options={[['any', t('outcome.rows.any')], ...states]}
        onChange={(state) => set({ state: state === 'any' ? undefined : state })}
      />
      <Choice
        label={t('outcome.rows.network')}
        value={search.network ?? 'any'}
        options={named(networks, search.network)}
        onChange={(value) => set({ network: chosen(value) })}
      />
      <Choice
        label={t('outcome.rows.bundle')}
        value={search.bundle ?? 'any'}
        options={named(bundles, search.bundle)}
        onChange={(value) => set({ bundle: chosen(value) })}
      />
      <Button kind="primary" type="submit">
        {t('purchases.find')}
      </Button>
      {search.reason === undefined ? null : (
        <Button onPress={() => set({ reason: undefined })}>
          {t('outcome.rows.withoutReason', { reason: reasonOf(search.reason) })}
        </Button>
      )}
    </Form>
  );
}
