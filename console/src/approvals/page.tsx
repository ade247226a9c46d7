import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Approval, ApprovalList } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight, useSignedIn } from '../app/session.tsx';
import { useFormat } from '../ui/format.ts';
import { Button } from '../ui/inputs.tsx';
import { Card, Empty, Fact, Money, Problem, Screen, Skeleton, Time } from '../ui/parts.tsx';
import { ActorName } from './actor.tsx';
import type { Action } from './asked.ts';
import { FoldedContents } from './contents.tsx';
import { DecidedCard } from './decided.tsx';
import { type Asked, DecisionDialog } from './decision.tsx';
import { NoteFact, PreparedFacts, RequestedFact, WhenFacts } from './facts.tsx';
import { NotStarted } from './not-started.tsx';
import { hasDecided, hasPrepared, waitsFor } from './own.ts';

/** How often the requests are read again, in ms. */
const POLL_MS = 15_000;

/** The campaigns that wait for an approval, with everything that is approved, those that are approved and not started, and what was decided. */
export function ApprovalsPage() {
  const { t } = useTexts();
  const requested = useApi<ApprovalList>('/v1/approvals', {
    query: { status: 'requested', limit: 100 },
    everyMs: POLL_MS,
  });
  const approved = useApi<ApprovalList>('/v1/approvals', {
    query: { status: 'approved', limit: 100 },
    everyMs: POLL_MS,
  });
  const error = requested.error ?? approved.error;
  const waiting = requested.data?.data;
  const given = approved.data?.data;
  const isRead = waiting !== undefined && given !== undefined;
  // The two lists are not of the same moment: an approval can be in both, or in none.
  const all = new Map([...(waiting ?? []), ...(given ?? [])].map((one) => [one.id, one]));
  const [asked, setAsked] = useState<Asked | null>(null);
  const [failures, setFailures] = useState<ReadonlyMap<string, Failed>>(new Map());
  const fail = (approval: Approval, problem: unknown) =>
    setFailures((former) => new Map([...former, [approval.id, { approval, problem }]]));
  return (
    <Screen title={t('approvals.title')}>
      <Problem error={error} />
      {[...failures.values()].map((one) => (
        <NotStartedNotice key={one.approval.id} failed={one} />
      ))}
      {isRead || error !== null ? null : <Skeleton lines={6} />}
      {isRead && waiting.length === 0 ? (
        <Empty title={t('approvals.none')}>
          <p>{t('approvals.noneHint')}</p>
        </Empty>
      ) : null}
      {isRead
        ? [...all.values()].map((approval) => (
            <Request
              key={approval.id}
              approval={approval}
              onAct={(action) => setAsked({ approval, action })}
            />
          ))
        : null}
      {isRead ? <DecidedCard /> : null}
      {/* Outside the lists: what a person is asked stays, also if the request leaves them. */}
      {asked === null ? null : (
        <DecisionDialog asked={asked} onClose={() => setAsked(null)} onStartFailed={fail} />
      )}
    </Screen>
  );
}

/** A campaign that was approved, but did not start. */
interface Failed {
  readonly approval: Approval;
  readonly problem: unknown;
}

/** Stays until the screen is left, because the approval itself may have ended with the start that failed. */
function NotStartedNotice({ failed: { approval, problem } }: { readonly failed: Failed }) {
  const { t } = useTexts();
  const name = approval.batch_reference ?? approval.batch_id;
  return (
    <div className="notice bad" role="alert">
      <p>
        <strong>{t('approvals.startFailed', { name })}</strong>
      </p>
      <Problem error={problem} />
    </div>
  );
}

function Request({
  approval,
  onAct,
}: {
  readonly approval: Approval;
  /** Opens the dialog of an action. */
  readonly onAct: (action: Action) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { person } = useSignedIn();
  const mayDecide = useRight('approvals:decide');
  const mayStart = useRight('batches:start');
  const waits = approval.status === 'requested';
  const campaign = { batchId: approval.batch_id };
  return (
    <Card title={t('approvals.request', { amount: money(approval.amount) })}>
      <Terms approval={approval} />
      <FoldedContents batchId={approval.batch_id} />
      {waits && hasPrepared(approval, person.id) ? <p className="hint">{t('approvals.prepared')}</p> : null}
      {waits && hasDecided(approval, person.id) ? <p className="hint">{t('approvals.decided')}</p> : null}
      {waits ? null : <NotStarted approval={approval} onStart={() => onAct('start')} />}
      <div className="actions">
        {waits && mayDecide && waitsFor(approval, person.id) ? (
          <Button kind="primary" onPress={() => onAct('approve')}>
            {t('approvals.approve')}
          </Button>
        ) : null}
        {/* Also for a person who has approved it already and found something wrong. */}
        {waits && mayDecide && !hasPrepared(approval, person.id) ? (
          <Button onPress={() => onAct('reject')}>{t('approvals.reject')}</Button>
        ) : null}
        {waits ? null : (
          <Link to="/campaigns/$batchId" params={campaign} hash="start">
            {t(mayStart ? 'approvals.startIt' : 'approvals.startByOther')}
          </Link>
        )}
        {approval.requested_by.id === person.id ? (
          <Button onPress={() => onAct('withdraw')}>{t('approvals.withdraw')}</Button>
        ) : null}
      </div>
    </Card>
  );
}

/** What is approved, and who asked for it. */
function Terms({ approval }: { readonly approval: Approval }) {
  const { t } = useTexts();
  const { terms, batch_id: batchId } = approval;
  return (
    <dl className="facts">
      <Fact name={t('approvals.campaign')}>
        <Link to="/campaigns/$batchId" params={{ batchId }}>
          {approval.batch_reference ?? batchId}
        </Link>
      </Fact>
      <Fact name={t('approvals.mostSpent')}>
        <Money {...terms.approved_cost} />
      </Fact>
      <WhenFacts approval={approval} />
      <Fact name={t('approvals.given')}>
        {t('approvals.steps', { given: approval.steps_given, required: approval.steps_required })}
      </Fact>
      <RequestedFact approval={approval} />
      <PreparedFacts approval={approval} />
      {approval.decisions.map(({ by, decided_at: at }) => (
        <Fact key={by.id} name={t('approvals.approvedBy')}>
          <ActorName actor={by} /> <Time at={at} />
        </Fact>
      ))}
      <NoteFact approval={approval} />
      <Fact name={t('approvals.expires')}>
        <Time at={approval.expires_at} />
      </Fact>
    </dl>
  );
}
