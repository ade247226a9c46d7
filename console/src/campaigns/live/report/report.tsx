import type { ReactNode } from 'react';
import type { Batch } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useAccount, useSignedIn } from '../../../app/session.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Card, Fact, PhoneNumber, Time } from '../../../ui/parts.tsx';
import { DataTable } from '../../../ui/table.tsx';
import { useOwners } from '../../list/owners.ts';
import { shownState } from '../counts.ts';
import { useNames } from '../names.ts';
import { useReason } from '../reasons.ts';
import { mayHaveFailed, type Report, type Responsible } from './use-report.ts';

/** At the top of a printed report: when and for which account it was printed, and who is responsible for the campaign. */
export function ReportHead({
  batch,
  printedAt,
  responsible: { started, approval },
}: {
  readonly batch: Batch;
  readonly printedAt: Date;
  readonly responsible: Responsible;
}) {
  const { t } = useTexts();
  const { name, organisation } = useAccount();
  const nameOf = useActorName();
  const decided = approval?.decisions.filter(({ decision }) => decision === 'approved') ?? [];
  return (
    <div className="print-only">
      <dl className="facts">
        <Fact name={t('report.account')}>{`${organisation.name} · ${name}`}</Fact>
        <Fact name={t('report.printed')}>
          <Time at={printedAt.toISOString()} isExact />
        </Fact>
        <Fact name={t('report.prepared')}>
          <By name={batch.owner == null ? null : nameOf(batch.owner)} at={batch.created_at} />
        </Fact>
        <Fact name={t('report.started')}>
          {started.kind === 'by' ? (
            <By name={nameOf(started.entry.principal)} at={started.entry.created_at} />
          ) : (
            <By name={t(`report.start.${started.kind}`)} at={batch.started_at} />
          )}
        </Fact>
        {approval === null ? null : (
          <Fact name={t('report.asked')}>
            <By
              name={approval.requested_by.name ?? nameOf(approval.requested_by)}
              at={approval.requested_at}
            />
          </Fact>
        )}
        {decided.map(({ by, decided_at: at }) => (
          <Fact key={by.id} name={t('report.approved')}>
            <By name={by.name ?? nameOf(by)} at={at} />
          </Fact>
        ))}
      </dl>
    </div>
  );
}

function By({ name, at }: { readonly name: string | null; readonly at: string | null }): ReactNode {
  const { t } = useTexts();
  return (
    <>
      {name ?? t('report.start.hidden')} {at === null ? null : <Time at={at} isExact />}
    </>
  );
}

/** The name of who acted. On paper, "you" means no one. */
function useActorName(): (actor: { readonly kind: string; readonly id: string | null }) => string {
  const { t } = useTexts();
  const { person } = useSignedIn();
  const owners = useOwners();
  return ({ kind, id }) => {
    if (id !== null && id === person.id) return person.name || person.email;
    const name = id === null ? undefined : owners.get(id);
    if (name !== undefined) return name;
    if (kind === 'person') return t('owner.person');
    return kind === 'key' ? t('owner.key') : t('owner.other', { kind });
  };
}

/** What the campaign was made from, and each number that got no bundle, with the reason. */
export function ReportDetails({ batch, rows }: { readonly batch: Batch; readonly rows: Report['rows'] }) {
  return (
    <div className="print-only">
      <Inputs batch={batch} />
      <Failed batch={batch} rows={rows} />
    </div>
  );
}

function Inputs({ batch }: { readonly batch: Batch }) {
  const { t } = useTexts();
  const { number, money } = useFormat();
  const { counts, sheet, file_sha256: hash, approved_cost: approved, send_between: hours } = batch;
  return (
    <Card title={t('report.inputs')}>
      <dl className="facts">
        <Fact name={t('prepare.figure.rows')}>{number(counts.rows)}</Fact>
        {sheet === null ? null : <Fact name={t('prepare.sheet')}>{sheet}</Fact>}
        {hash === null ? null : (
          <Fact name={t('report.fingerprint')}>
            <code>{hash}</code>
          </Fact>
        )}
        <Fact name={t('money.cost')}>{money(batch.cost)}</Fact>
        {approved === null ? null : <Fact name={t('money.approved')}>{money(approved)}</Fact>}
        {batch.not_before === null ? null : (
          <Fact name={t('report.notBefore')}>
            <Time at={batch.not_before} isExact />
          </Fact>
        )}
        <Fact name={t('plan.hours')}>{hours ?? t('plan.anyHour')}</Fact>
        <Fact name={t('prepare.onDuplicate')}>
          {t(batch.on_duplicate === 'skip' ? 'prepare.duplicateSkip' : 'prepare.duplicateBuy')}
        </Fact>
        <Fact name={t('prepare.onInvalid')}>
          {t(batch.on_invalid === 'skip' ? 'prepare.invalidSkip' : 'prepare.invalidReject')}
        </Fact>
        <Fact name={t('prepare.onBalance')}>
          {t(batch.on_insufficient_balance === 'pause' ? 'prepare.balancePause' : 'prepare.balanceFail')}
        </Fact>
        {batch.note == null ? null : <Fact name={t('labels.note')}>{batch.note}</Fact>}
      </dl>
    </Card>
  );
}

function Failed({ batch, rows }: { readonly batch: Batch; readonly rows: Report['rows'] }) {
  const { t } = useTexts();
  const { bundleName } = useNames();
  const reasonOf = useReason();
  if (rows === null)
    return mayHaveFailed(batch) ? <p>{t('report.useButton', { button: t('live.print') })}</p> : null;
  if (rows.rows.length === 0) return null;
  return (
    <Card title={t('report.failed')}>
      {rows.isCut ? <p>{t('report.firstRows', { shown: rows.rows.length })}</p> : null}
      <DataTable
        caption={t('report.failed')}
        rows={rows.rows}
        keyOf={({ line }) => line}
        columns={[
          { title: t('outcome.rows.line'), cell: ({ line }) => line },
          {
            title: t('outcome.rows.number'),
            cell: (row) => <PhoneNumber number={row.corrected_number ?? row.phone_number} />,
          },
          { title: t('outcome.rows.bundle'), cell: ({ bundle_id: id }) => bundleName(id) },
          {
            title: t('outcome.rows.stateFilter'),
            cell: ({ state }) => t(`outcome.rows.state.${shownState(state, batch.status)}`),
          },
          {
            title: t('outcomes.reason'),
            cell: ({ state, failure, errors }) => {
              const code = state === 'waiting' ? 'canceled' : (failure?.code ?? errors[0]?.code);
              return code === undefined ? '' : reasonOf(code);
            },
          },
        ]}
      />
    </Card>
  );
}
