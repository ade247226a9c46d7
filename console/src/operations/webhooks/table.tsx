import { useTexts } from '../../app/i18n.tsx';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { type Column, DataTable } from '../../ui/table.tsx';
import { AccountLink } from '../links.tsx';
import { Mode } from '../parts.tsx';
import type { StaffFailingEndpoint } from '../types.ts';

/** Names an endpoint, also one that operators set and that has no id. */
const keyOfEndpoint = ({ account_id: account, endpoint_id: id }: StaffFailingEndpoint) => `${account} ${id}`;

/** Webhook endpoints whose attempts fail. @param more columns after the others */
export function FailingEndpoints({
  endpoints,
  more = [],
}: {
  readonly endpoints: readonly StaffFailingEndpoint[];
  readonly more?: readonly Column<StaffFailingEndpoint>[];
}) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <DataTable
      caption={t('operations.endpoints')}
      rows={endpoints}
      keyOf={keyOfEndpoint}
      columns={[
        {
          title: t('app.account'),
          cell: ({ account_id: id, account_name: name }) => <AccountLink id={id} name={name} />,
        },
        { title: t('operations.mode'), cell: ({ livemode }) => <Mode livemode={livemode} /> },
        { title: t('operations.address'), cell: ({ url }) => url },
        {
          title: t('operations.failures'),
          isNumber: true,
          cell: ({ failures_in_a_row: failures }) => number(failures),
        },
        {
          title: t('operations.delivered'),
          cell: ({ delivered_at: at }) => (at === null ? t('operations.never') : <Time at={at} />),
        },
        { title: t('operations.queue'), isNumber: true, cell: ({ waiting }) => number(waiting) },
        ...more,
      ]}
    />
  );
}
