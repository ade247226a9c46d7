import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { useStaffApi, useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { StaffContradiction, StaffContradictionList } from '../types.ts';
import { DecisionFilter, useDecisionQuery } from './filter.tsx';
import { usePurchaseColumns } from './purchase-columns.tsx';

const POLL_MS = 30_000;

/** Reports of gateways that contradict the books, each with what to find out. */
export function ContradictionsPage() {
  const { t } = useTexts();
  const { number } = useFormat();
  const about = usePurchaseColumns();
  const query = useDecisionQuery();
  const mayClose = useStaffRight('purchases:resolve');
  const { data, error } = useStaffApi<StaffContradictionList>('/contradictions', { query, everyMs: POLL_MS });
  return (
    <Screen title={t('nav.contradictions')}>
      <p className="lead">{t('contradictions.lead')}</p>
      <DecisionFilter to="/operations/contradictions" />
      {mayClose ? null : <p className="hint">{t('contradictions.readOnly')}</p>}
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('contradictions.none')}>
          <p>{t('contradictions.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : (
        <DataTable
          caption={t('nav.contradictions')}
          rows={data.data}
          keyOf={({ purchase_id: id, kind }) => `${id} ${kind}`}
          columns={[
            ...about,
            { title: t('contradictions.what'), cell: (entry) => <What entry={entry} /> },
            { title: t('alerts.times'), isNumber: true, cell: ({ times }) => number(times) },
            { title: t('alerts.last'), cell: ({ last_seen_at: at }) => <Time at={at} /> },
            {
              title: t('contradictions.found'),
              cell: (entry) => entry.resolution ?? (mayClose ? <Close entry={entry} /> : '–'),
            },
          ]}
        />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

const MEANINGS: Readonly<Record<string, TextKey>> = {
  refused_after_confirmed: 'contradictions.refused_after_confirmed',
  confirmed_after_refused: 'contradictions.confirmed_after_refused',
  confirmed_after_reversed: 'contradictions.confirmed_after_reversed',
  unknown_to_carrier: 'contradictions.unknown_to_carrier',
  reference_shared: 'contradictions.reference_shared',
  other_product: 'contradictions.other_product',
  reversed_after_agreed_charge: 'contradictions.reversed_after_agreed_charge',
  delivered_twice: 'contradictions.delivered_twice',
};

function What({ entry: { kind, status } }: { readonly entry: StaffContradiction }) {
  const { t } = useTexts();
  const meaning = MEANINGS[kind];
  return (
    <>
      {meaning === undefined ? null : <>{t(meaning)} </>}
      <span className="small">
        <code>{kind}</code> · {status}
      </span>
    </>
  );
}

/** Closes all contradictions of a purchase, with what was found out. */
function Close({ entry: { purchase_id: id } }: { readonly entry: StaffContradiction }) {
  const { t } = useTexts();
  const send = useStaffSend();
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      label={t('contradictions.close')}
      title={t('contradictions.closeTitle')}
      confirm={t('contradictions.close')}
      isConfirmDisabled={reason.trim() === ''}
      onConfirm={async () => {
        await send(`/purchases/${id}/contradictions/close`, { reason });
      }}
    >
      <div className="form">
        <p>{t('contradictions.closeHint')}</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </ConfirmButton>
  );
}
