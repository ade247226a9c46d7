import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { AccountLink } from '../links.tsx';
import { Mode } from '../parts.tsx';
import type { StaffQueuedEndpoint } from '../types.ts';

/** From here on the API counts no further. */
const COUNTED_MAX = 1_000;

const TONES = { proven: 'good', unproven: 'quiet', failing: 'bad' } as const;

/** Webhook endpoints for which attempts wait or fail. */
export function QueuedEndpoints({ endpoints }: { readonly endpoints: readonly StaffQueuedEndpoint[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const counted = (count: number) => (count > COUNTED_MAX ? `${number(COUNTED_MAX)}+` : number(count));
  return (
    <DataTable
      caption={t('queues.endpoints')}
      rows={endpoints}
      keyOf={({ account_id: account, endpoint_id: id }) => `${account} ${id}`}
      columns={[
        {
          title: t('app.account'),
          cell: ({ account_id: id, account_name: name }) => <AccountLink id={id} name={name} />,
        },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('operations.address'), cell: ({ url }) => url },
        {
          title: t('purchases.status'),
          cell: ({ standing }) => <Badge tone={TONES[standing]}>{t(`queues.${standing}`)}</Badge>,
        },
        { title: t('queues.waiting'), isNumber: true, cell: ({ waiting }) => number(waiting) },
        { title: t('queues.oldest'), cell: ({ oldest_at: at }) => (at === null ? '–' : <Time at={at} />) },
        { title: t('queues.retrying'), isNumber: true, cell: ({ retrying }) => counted(retrying) },
        { title: t('queues.failed'), isNumber: true, cell: ({ failed_two_days: failed }) => counted(failed) },
        {
          title: t('operations.delivered'),
          cell: ({ delivered_at: at }) => (at === null ? t('operations.never') : <Time at={at} />),
        },
      ]}
    />
  );
}
