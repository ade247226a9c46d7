import { useTexts } from '../../app/i18n.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Badge, Empty, Money, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { Outcome, useCommand } from '../approval-needed.tsx';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { DecideLateConfirmation, StaffLateConfirmation, StaffLateConfirmationList } from '../types.ts';
import { Decide } from './decide.tsx';
import { DecisionFilter, useDecisionQuery } from './filter.tsx';
import { usePurchaseColumns } from './purchase-columns.tsx';

const POLL_MS = 30_000;

/** Deliveries after the deadline, for which someone decides who pays. */
export function LatePage() {
  const { t } = useTexts();
  const query = useDecisionQuery();
  const mayDecide = useStaffRight('money:write');
  const command = useCommand();
  const { data, error } = useStaffApi<StaffLateConfirmationList>('/late-confirmations', {
    query,
    everyMs: POLL_MS,
  });
  return (
    <Screen title={t('nav.late')}>
      <p className="lead">{t('late.lead')}</p>
      <DecisionFilter to="/operations/late" />
      {mayDecide ? null : <p className="hint">{t('late.readOnly')}</p>}
      <Outcome result={command.result} done={t('late.decided')} />
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={6} /> : null}
      {data?.data.length === 0 ? (
        <Empty title={t('late.none')}>
          <p>{t('late.noneHint')}</p>
        </Empty>
      ) : null}
      {data === undefined || data.data.length === 0 ? null : (
        <Table entries={data.data} run={command.run} mayDecide={mayDecide} />
      )}
      <Pager next={data?.next_cursor ?? null} />
    </Screen>
  );
}

function Table({
  entries,
  run,
  mayDecide,
}: {
  readonly entries: readonly StaffLateConfirmation[];
  readonly run: ReturnType<typeof useCommand>['run'];
  readonly mayDecide: boolean;
}) {
  const { t } = useTexts();
  const about = usePurchaseColumns();
  return (
    <DataTable
      caption={t('nav.late')}
      rows={entries}
      keyOf={({ purchase_id: id }) => id}
      columns={[
        ...about,
        { title: t('purchases.price'), isNumber: true, cell: ({ price }) => <Money {...price} /> },
        { title: t('late.delivered'), cell: ({ confirmed_at: at }) => <Time at={at} /> },
        { title: t('late.networkReference'), cell: ({ network_reference: reference }) => reference ?? '–' },
        {
          title: t('late.recordedBy'),
          cell: ({ source, evidence }) =>
            source === 'operator' ? t('late.byPerson', { evidence: evidence ?? '–' }) : t('late.byNetwork'),
        },
        {
          title: t('late.whoPays'),
          cell: (entry) =>
            entry.resolution !== null ? (
              <Badge tone="quiet">
                {isResolution(entry.resolution) ? t(`late.${entry.resolution}`) : entry.resolution}
              </Badge>
            ) : mayDecide ? (
              <Decide entry={entry} run={run} />
            ) : (
              <Badge tone="warn">{t('late.open')}</Badge>
            ),
        },
      ]}
    />
  );
}

const RESOLUTIONS: ReadonlySet<string> = new Set<DecideLateConfirmation['resolution']>([
  'settled_with_network',
  'charged_by_agreement',
  'written_off',
]);

function isResolution(text: string): text is DecideLateConfirmation['resolution'] {
  return RESOLUTIONS.has(text);
}
