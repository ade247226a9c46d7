import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTexts } from '../../app/i18n.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Field } from '../../ui/inputs.tsx';
import { useStaffRight, useStaffSend } from '../data.ts';
import { ReasonField } from '../parts.tsx';
import type { RecordLateConfirmation, StaffLateRecording, StaffTrace } from '../types.ts';

/** Records that the network delivered a failed purchase, for a person with a letter or ticket that proves it. Moves no money. */
export function RecordLate({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const mayRecord = useStaffRight('purchases:resolve');
  const send = useStaffSend();
  const [evidence, setEvidence] = useState('');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [result, setResult] = useState<StaffLateRecording | null>(null);
  if (!mayRecord) return null;
  const { purchase, late_confirmation: late, submissions } = trace;
  const isPossible = purchase.status === 'failed' && late === null && submissions.length > 0;
  const record = async () => {
    const named = reference.trim() === '' ? {} : { network_reference: reference.trim() };
    const json: RecordLateConfirmation = { evidence, reason, ...named };
    setResult(await send<StaffLateRecording>(`/purchases/${purchase.id}/late-confirmations`, json));
  };
  return (
    <>
      {isPossible ? (
        <div className="actions">
          <ConfirmButton
            label={t('late.record')}
            title={t('late.recordTitle')}
            confirm={t('late.recordConfirm')}
            isConfirmDisabled={evidence.trim() === '' || reason.trim() === ''}
            onConfirm={record}
          >
            <div className="form">
              <p>{t('late.recordHint')}</p>
              <Field
                label={t('operations.evidence')}
                hint={t('late.evidenceHint')}
                value={evidence}
                onChange={setEvidence}
                maxLength={500}
              />
              <Field
                label={t('operations.networkReference')}
                value={reference}
                onChange={setReference}
                maxLength={100}
              />
              <ReasonField value={reason} onChange={setReason} />
            </div>
          </ConfirmButton>
        </div>
      ) : null}
      {result === null ? null : <Recorded result={result} />}
    </>
  );
}

/** What came of it, and where someone decides who pays. */
function Recorded({ result: { recorded, refused } }: { readonly result: StaffLateRecording }) {
  const { t } = useTexts();
  return (
    <div className={`notice ${recorded ? 'good' : 'warn'}`} role="status">
      <p>
        {t(refused === null ? (recorded ? 'late.recorded' : 'late.recordedBefore') : `late.not.${refused}`)}
      </p>
      {refused === null ? (
        <p>
          <Link to="/operations/late">{t('nav.late')}</Link>
        </p>
      ) : null}
    </div>
  );
}
