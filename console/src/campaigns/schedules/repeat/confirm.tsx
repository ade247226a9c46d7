import type {
  ApprovalRules,
  CreateRecurringBatch,
  Money,
  RecurringBatch,
} from '../../../../../clients/typescript/src/types.ts';
import { Failure } from '../../../app/api.ts';
import { useSend } from '../../../app/data.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { modeOf } from '../../../app/mode.ts';
import { useAccount } from '../../../app/session.tsx';
import { Overlay } from '../../../ui/dialog.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Problem } from '../../../ui/parts.tsx';
import { useTask } from '../../../ui/task.ts';
import { useCostRules } from '../../prepare/start/rules.ts';
import { useWhen } from '../when.ts';
import { fieldOf, type WishField } from './wish.ts';

/** Asks before a recurring campaign is created. It names the most that each run spends, and who must approve it. */
export function RepeatConfirmation({
  request,
  onClose,
  onField,
  onMade,
}: {
  readonly request: CreateRecurringBatch;
  readonly onClose: () => void;
  /** The API rejected a field. */
  readonly onField: (field: WishField, message: string) => void;
  readonly onMade: (made: RecurringBatch) => void;
}) {
  const { t } = useTexts();
  const { money } = useFormat();
  const send = useSend();
  const task = useTask();
  const amount = money(request.approved_cost);
  const create = async () => {
    try {
      onMade(await send<RecurringBatch>('POST', '/v1/recurring-batches', { json: request }));
    } catch (error) {
      const field = error instanceof Failure ? fieldOf(error.param) : null;
      if (field === null || !(error instanceof Failure)) throw error;
      onField(field, error.message);
    }
  };
  return (
    <Overlay title={t('repeat.confirmTitle', { name: request.reference })} isOpen onClose={onClose}>
      <Terms request={request} />
      <Problem error={task.error} />
      <div className="actions">
        <Button kind="quiet" onPress={onClose}>
          {t('app.back')}
        </Button>
        <Button kind="primary" isPending={task.isRunning} onPress={() => void task.run(create)}>
          {t('repeat.confirm', { amount })}
        </Button>
      </div>
    </Overlay>
  );
}

function Terms({ request }: { readonly request: CreateRecurringBatch }) {
  const { t } = useTexts();
  const { money, time } = useFormat();
  const { livemode, networks } = useAccount();
  const when = useWhen();
  const rules = useCostRules();
  const { approved_cost: most, ends_at: ends, duplicate_window_hours: hours = 0 } = request;
  const from = leastOf(rules?.approvals ?? null);
  return (
    <>
      <p>{t(`start.${modeOf(livemode, networks)}`)}</p>
      <ul>
        <li>
          {when({ ...request, weekdays: request.weekdays ?? [], month_days: request.month_days ?? [] })}
        </li>
        <li>{t('repeat.eachMost', { amount: money(most) })}</li>
        <li>{ends === undefined ? t('repeat.noEnd') : t('recurring.until', { at: time(ends) })}</li>
        {hours === 0 ? null : <li>{t('repeat.heldBack', { hours })}</li>}
        {rules?.limit == null ? null : <li>{t('cost.limit', { limit: money(rules.limit) })}</li>}
      </ul>
      {from === null || from.amount > most.amount ? null : (
        <p className="notice warn">{t('repeat.approvals', { amount: money(from) })}</p>
      )}
    </>
  );
}

/** From which cost a run needs an approval; null for never. */
function leastOf(rules: ApprovalRules | null): Money | null {
  if (rules === null) return null;
  const { one_approval_from: one, two_approvals_from: two } = rules.campaign_start;
  return one ?? two;
}
