import { useTexts } from '../app/i18n.tsx';
import { Card, Fact, Time } from '../ui/parts.tsx';
import type { StaffTrace } from './types.ts';
import { WorkflowLink } from './workflow-link.tsx';

const LATE_OUTCOMES = ['confirmed', 'refused', 'reversed', 'voided', 'never_received', 'unknown'] as const;

/** When the gateway is asked for the outcome, and what the inquiries after a timeout found. Each answer is in a workflow only. */
export function Inquiries({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const { purchase, late_inquiry: late, submissions, next_action_at: next } = trace;
  const wasAsked = submissions.length > 0 || late !== null;
  return (
    <Card title={t('operations.inquiries')}>
      {wasAsked ? null : <p>{t('operations.nothingToAsk')}</p>}
      <dl className="facts">
        {purchase.status === 'pending' ? (
          <Fact name={t('operations.nextStep')}>
            <Time at={next} isExact />
          </Fact>
        ) : null}
        {late === null ? null : (
          <>
            <Fact name={t('operations.askedUntil')}>
              <Time at={late.until} />
            </Fact>
            <Fact name={t('operations.lateAnswer')}>
              <LateOutcome outcome={late.outcome} />
            </Fact>
          </>
        )}
      </dl>
      {wasAsked ? <p className="hint">{t('operations.answersInWorkflow')}</p> : null}
      {late === null ? null : (
        <WorkflowLink workflow={late} name={t('operations.lateWorkflow')}>
          {t('operations.openLateWorkflow')}
        </WorkflowLink>
      )}
    </Card>
  );
}

/** What the inquiries found, in words; a code that is new stays as it is. */
function LateOutcome({ outcome }: { readonly outcome: string | null }) {
  const { t } = useTexts();
  if (outcome === null) return t('operations.stillAsked');
  const known = LATE_OUTCOMES.find((one) => one === outcome);
  return known === undefined ? <code>{outcome}</code> : t(`operations.late.${known}`);
}
