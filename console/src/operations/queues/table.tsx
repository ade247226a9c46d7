import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { useFormat } from '../../ui/format.ts';
import { Time } from '../../ui/parts.tsx';
import { DataTable } from '../../ui/table.tsx';
import { AccountLink, NetworkLink } from '../links.tsx';
import { Mode } from '../parts.tsx';
import type { StaffQueue } from '../types.ts';

/** What the queues that belong to no network hold. */
const MEANINGS: Readonly<Record<string, TextKey>> = {
  webhooks: 'queues.webhooks',
  'webhooks.held': 'queues.webhooksHeld',
  deliveries: 'queues.deliveries',
  'deliveries.held': 'queues.deliveriesHeld',
  low_balance: 'queues.lowBalance',
  batch_notices: 'queues.batchNotices',
  approval_notices: 'queues.approvalNotices',
  person_mails: 'queues.personMails',
  temporal: 'queues.temporal',
};

/** The queues of the outbox, each with the accounts that have the most in it. */
export function QueueTable({ queues }: { readonly queues: readonly StaffQueue[] }) {
  const { t } = useTexts();
  const { number } = useFormat();
  return (
    <DataTable
      caption={t('queues.outbox')}
      rows={queues}
      keyOf={({ name }) => name}
      columns={[
        { title: t('queues.queue'), cell: (queue) => <What queue={queue} /> },
        { title: t('queues.waiting'), isNumber: true, cell: ({ waiting }) => number(waiting) },
        { title: t('queues.taken'), isNumber: true, cell: ({ taken }) => number(taken) },
        { title: t('queues.oldest'), cell: ({ oldest_at: at }) => (at === null ? '–' : <Time at={at} />) },
        {
          title: t('operations.inFlight'),
          isNumber: true,
          cell: ({ in_flight: now, in_flight_max: most }) =>
            now === null || most === null ? '–' : `${number(now)} / ${number(most)}`,
        },
        { title: t('queues.accounts'), cell: (queue) => <Lanes queue={queue} /> },
      ]}
    />
  );
}

function What({ queue: { name, network_id: network, livemode } }: { readonly queue: StaffQueue }) {
  const { t } = useTexts();
  const meaning = MEANINGS[name];
  return (
    <>
      {network === null || livemode === null ? (
        meaning === undefined ? null : (
          t(meaning)
        )
      ) : (
        <>
          <NetworkLink id={network} name={network} /> <Mode livemode={livemode} />
        </>
      )}{' '}
      <code className="small">{name}</code>
    </>
  );
}

/** Accounts take turns, so a long one does not delay the others. */
function Lanes({ queue: { name, lanes, longest_lanes: longest } }: { readonly queue: StaffQueue }) {
  const { t } = useTexts();
  const { number } = useFormat();
  if (lanes === 0) return '–';
  return (
    <details>
      <summary>
        {t('queues.lanes', { count: lanes })} <span className="hidden">{name}</span>
      </summary>
      <ul>
        {longest.map(({ account_id: id, account_name: account, waiting, taken, oldest_at: at }) => (
          <li key={id}>
            {id === null || account === null ? t('queues.noAccount') : <AccountLink id={id} name={account} />}{' '}
            {t('queues.lane', { waiting: number(waiting), taken: number(taken) })} <Time at={at} />
          </li>
        ))}
      </ul>
      {longest.length < lanes ? (
        <p className="hint">{t('queues.moreLanes', { count: lanes - longest.length })}</p>
      ) : null}
    </details>
  );
}
