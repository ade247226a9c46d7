import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { Choice, Field } from '../ui/inputs.tsx';
import { ReasonField } from './parts.tsx';
import type { ResolvePurchase } from './types.ts';

/** What was typed about an outcome, and how to change it. No outcome is chosen at first: it cannot be undone. */
export function useOutcome() {
  const [outcome, setOutcome] = useState<ResolvePurchase['outcome'] | ''>('');
  const [evidence, setEvidence] = useState('');
  const [reason, setReason] = useState('');
  return { outcome, setOutcome, evidence, setEvidence, reason, setReason };
}

/** Asks for the outcome that the network confirmed, the evidence and the reason. @param children fields before the reason */
export function OutcomeFields({
  given: { outcome, setOutcome, evidence, setEvidence, reason, setReason },
  children,
}: {
  readonly given: ReturnType<typeof useOutcome>;
  readonly children?: React.ReactNode;
}) {
  const { t } = useTexts();
  return (
    <>
      <p>{t('operations.resolveHint')}</p>
      <Choice
        label={t('operations.outcome')}
        value={outcome}
        options={[
          ['', t('operations.chooseOutcome')],
          ['not_delivered', t('operations.wasNotDelivered')],
          ['delivered', t('operations.wasDelivered')],
        ]}
        onChange={setOutcome}
      />
      <Field
        label={t('operations.evidence')}
        hint={t('operations.evidenceHint')}
        value={evidence}
        onChange={setEvidence}
        maxLength={500}
      />
      {children}
      <ReasonField value={reason} onChange={setReason} />
    </>
  );
}
