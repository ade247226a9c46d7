import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useRight } from '../../../app/session.tsx';
import { Button, Choice, Field } from '../../../ui/inputs.tsx';
import { Empty, Problem } from '../../../ui/parts.tsx';
import { type RowFilter, useRowPages } from '../../row-pages.ts';
import { useReasonWords } from '../words.ts';
import { RowGrid } from './grid.tsx';
import { useRowEdit } from './row-edit.ts';

const STATES = ['', 'waiting', 'invalid', 'refused'] as const;

/** All rows of a campaign, with a filter that is in the address. While the campaign is ready, they can be corrected here. */
export function Rows({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { state, reason, number } = useSearch({ strict: false });
  const filter: RowFilter = { state, reason, phone_number: number };
  const rows = useRowPages(batch.id, filter);
  const edit = useRowEdit(batch);
  const mayEdit = useRight('batches:create') && batch.status === 'ready';
  return (
    <div id="rows">
      <Filters state={state ?? ''} number={number ?? ''} key={number ?? ''} batchId={batch.id} />
      {reason === undefined ? null : <Reason reason={reason} batchId={batch.id} />}
      {mayEdit ? <p className="hint">{t('rows.keys')}</p> : null}
      <Problem error={rows.error ?? edit.error} />
      <p role="status" className="hint">
        {edit.message}
      </p>
      {rows.isEmpty ? (
        <Empty title={t('rows.none')} />
      ) : (
        <RowGrid
          rows={rows}
          // Another filter begins at its first row.
          key={JSON.stringify(filter)}
          edit={mayEdit ? edit.send : null}
          checking={edit.checking}
        />
      )}
    </div>
  );
}

function Filters({
  state,
  number,
  batchId,
}: {
  readonly state: string;
  readonly number: string;
  readonly batchId: string;
}) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(number);
  const show = (search: { state?: string; number?: string }) =>
    void navigate({ to: '/campaigns/$batchId', params: { batchId }, search, resetScroll: false });
  const shown = STATES.find((one) => one === state) ?? '';
  return (
    <Form
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        show(typed.trim() === '' ? {} : { number: typed.trim() });
      }}
    >
      <Choice
        label={t('rows.state')}
        value={shown}
        options={STATES.map((one) => [one, t(one === '' ? 'rows.all' : `rows.state.${one}`)])}
        onChange={(next) => show(next === '' ? {} : { state: next })}
      />
      <Field label={t('rows.number')} value={typed} maxLength={64} onChange={setTyped} />
      <Button type="submit">{t('rows.find')}</Button>
    </Form>
  );
}

function Reason({ reason, batchId }: { readonly reason: string; readonly batchId: string }) {
  const { t } = useTexts();
  const { title } = useReasonWords();
  return (
    <p>
      {t('rows.only', { reason: title(reason) })}{' '}
      <Link to="/campaigns/$batchId" params={{ batchId }} hash="rows">
        {t('rows.showAll')}
      </Link>
    </p>
  );
}
