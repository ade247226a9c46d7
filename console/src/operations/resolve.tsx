import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Choice, Field } from '../ui/inputs.tsx';
import { useStaffRight, useStaffSend } from './data.ts';
import { ReasonField } from './parts.tsx';
import type { Purchase, ResolvePurchase, StaffResolutionResult } from './types.ts';

/** Settles a pending purchase by hand, after a confirmation that names the amount. Another person may have to approve it first. */
export function Resolve({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useStaffSend();
  const mayResolve = useStaffRight('purchases:resolve');
  const [outcome, setOutcome] = useState<ResolvePurchase['outcome']>('not_delivered');
  const [evidence, setEvidence] = useState('');
  const [reference, setReference] = useState('');
  const [reason, setReason] = useState('');
  const [result, setResult] = useState<StaffResolutionResult | null>(null);
  if (!mayResolve) return null;
  const price = money(purchase.price);
  const isDelivered = outcome === 'delivered';
  const settle = async () => {
    const named = isDelivered && reference.trim() !== '' ? { network_reference: reference.trim() } : {};
    const json: ResolvePurchase = { outcome, evidence, reason, ...named };
    setResult(await send<StaffResolutionResult>(`/purchases/${purchase.id}/resolve`, json));
  };
  return (
    <>
      {purchase.status === 'pending' ? (
        <div className="actions">
          <ConfirmButton
            kind="danger"
            label={t('operations.resolve')}
            title={t('operations.resolveTitle', { price })}
            confirm={t(isDelivered ? 'operations.chargePrice' : 'operations.releasePrice', { price })}
            onConfirm={settle}
          >
            <p>{t('operations.resolveHint')}</p>
            <Choice
              label={t('operations.outcome')}
              value={outcome}
              options={[
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
            {isDelivered ? (
              <Field
                label={t('operations.networkReference')}
                value={reference}
                onChange={setReference}
                maxLength={100}
              />
            ) : null}
            <ReasonField value={reason} onChange={setReason} />
          </ConfirmButton>
        </div>
      ) : null}
      {result === null ? null : <Result result={result} />}
    </>
  );
}

function Result({ result: { moved, refused, status } }: { readonly result: StaffResolutionResult }) {
  const { t } = useTexts();
  const text = () => {
    if (moved) return t('operations.resolved');
    switch (refused) {
      case 'unapproved':
        return t('operations.unapproved');
      case 'send_under_way':
        return t('operations.sendUnderWay');
      case 'never_sent':
        return t('operations.neverSent');
      default:
        return t('operations.notMoved', { status });
    }
  };
  return (
    <div className={`notice ${moved ? 'good' : 'warn'}`} role="status">
      <p>{text()}</p>
    </div>
  );
}
