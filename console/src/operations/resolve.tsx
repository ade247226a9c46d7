import { useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import type { TextKey } from '../app/texts.ts';
import { ConfirmButton } from '../ui/dialog.tsx';
import { useFormat } from '../ui/format.ts';
import { Field } from '../ui/inputs.tsx';
import { useStaffRight, useStaffSend } from './data.ts';
import { OutcomeFields, useOutcome } from './outcome.tsx';
import type { Purchase, ResolvePurchase, StaffResolutionResult } from './types.ts';

/** Settles a pending purchase by hand, after a confirmation that names the amount. Another person may have to approve it first. */
export function Resolve({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useStaffSend();
  const mayResolve = useStaffRight('purchases:resolve');
  const given = useOutcome();
  const [reference, setReference] = useState('');
  const [result, setResult] = useState<StaffResolutionResult | null>(null);
  const sayResult = useResolutionText();
  if (!mayResolve) return null;
  const price = money(purchase.price);
  const { outcome, evidence, reason } = given;
  const isDelivered = outcome === 'delivered';
  const settle = async () => {
    if (outcome === '') return;
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
            confirm={t(confirmText(outcome), { price })}
            isConfirmDisabled={outcome === ''}
            onConfirm={settle}
          >
            <OutcomeFields given={given}>
              {isDelivered ? (
                <Field
                  label={t('operations.networkReference')}
                  value={reference}
                  onChange={setReference}
                  maxLength={100}
                />
              ) : null}
            </OutcomeFields>
          </ConfirmButton>
        </div>
      ) : null}
      {result === null ? null : (
        <div className={`notice ${result.moved ? 'good' : 'warn'}`} role="status">
          <p>{sayResult(result)}</p>
        </div>
      )}
    </>
  );
}

/** What the button of an outcome says. */
export function confirmText(outcome: ResolvePurchase['outcome'] | ''): TextKey {
  if (outcome === '') return 'operations.resolve';
  return outcome === 'delivered' ? 'operations.chargePrice' : 'operations.releasePrice';
}

/** Says whether a purchase was settled by hand, why not, and what to do. */
export function useResolutionText() {
  const { t } = useTexts();
  return ({ moved, refused, status }: Pick<StaffResolutionResult, 'moved' | 'refused' | 'status'>) => {
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
}
