import { useTexts } from '../app/i18n.tsx';
import { Card, Fact, Time } from '../ui/parts.tsx';
import type { StaffTrace } from './types.ts';

/** When the gateway is asked for the outcome, and what the inquiries after a timeout found. Each answer is in the workflow only. */
export function Inquiries({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const { purchase, late_inquiry: late, submissions, next_action_at: next } = trace;
  const isPending = purchase.status === 'pending';
  const wasAsked = submissions.length > 0 || late !== null;
  return (
    <Card title={t('operations.inquiries')}>
      {wasAsked ? null : <p>{t('operations.nothingToAsk')}</p>}
      <dl className="facts">
        {isPending && wasAsked ? (
          <Fact name={t('operations.nextStep')}>
            <Time at={next} isExact />
          </Fact>
        ) : null}
        {late === null ? null : (
          <>
            <Fact name={t('operations.askedUntil')}>
              <Time at={late.until} />
            </Fact>
            <Fact name={t('operations.lateAnswer')}>{late.outcome ?? t('operations.stillAsked')}</Fact>
          </>
        )}
      </dl>
      {wasAsked ? <p className="hint">{t('operations.answersInWorkflow')}</p> : null}
    </Card>
  );
}
