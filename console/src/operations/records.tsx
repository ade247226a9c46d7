import { useTexts } from '../app/i18n.tsx';
import { Card, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import type { StaffTrace, StaffTraceAttempt, StaffTraceEvent, StaffTraceSubmission } from './types.ts';

/** One attempt to deliver an event; null for an event without any. */
interface Delivery {
  readonly event: StaffTraceEvent;
  readonly attempt: StaffTraceAttempt | null;
}

/** What was sent to the gateway, what it called back, and what was sent to the client. */
export function Records({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  return (
    <>
      <Card title={t('operations.submissions')}>
        {trace.submissions.length === 0 ? <p>{t('operations.notSent')}</p> : <Submissions trace={trace} />}
      </Card>
      <Card title={t('operations.callbacks')}>
        {trace.callbacks.length === 0 ? <p>{t('operations.noCallbacks')}</p> : <Callbacks trace={trace} />}
      </Card>
      <Card title={t('operations.webhooks')}>
        {trace.events.length === 0 ? <p>{t('operations.noEvents')}</p> : <Webhooks trace={trace} />}
      </Card>
    </>
  );
}

function Submissions({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  // A network with one gateway gives no reason for it.
  const isRouted = trace.submissions.some(({ route_reason: why }) => why !== null);
  const gateway = {
    title: t('operations.gateway'),
    cell: ({ route, route_reason: why }: StaffTraceSubmission) =>
      // The API names the gateway and its reason in English only.
      why === null ? route : <span lang="en">{why}</span>,
  };
  return (
    <DataTable
      caption={t('operations.submissions')}
      rows={trace.submissions}
      keyOf={({ attempt }) => attempt}
      columns={[
        { title: t('operations.attempt'), cell: ({ attempt }) => String(attempt) },
        ...(isRouted ? [gateway] : []),
        { title: t('operations.sent'), cell: ({ sent_at: at }) => <Time at={at} /> },
        {
          title: t('operations.answered'),
          cell: ({ answered_at: at }) => (at === null ? '–' : <Time at={at} />),
        },
        { title: t('operations.outcome'), cell: ({ outcome }) => outcome ?? '–' },
        {
          title: t('operations.gatewayAnswer'),
          cell: ({ gateway_id: id, detail }) => [id, detail].filter((part) => part !== null).join(' ') || '–',
        },
      ]}
    />
  );
}

function Callbacks({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  return (
    <DataTable
      caption={t('operations.callbacks')}
      rows={trace.callbacks}
      keyOf={({ received_at: at, body }) => `${at} ${body}`}
      columns={[
        { title: t('operations.received'), cell: ({ received_at: at }) => <Time at={at} /> },
        {
          title: t('operations.handledAs'),
          cell: ({ handled_as: as }) => as ?? t('operations.notConfirmed'),
        },
        { title: t('operations.body'), cell: ({ body }) => <code>{body}</code> },
      ]}
    />
  );
}

function Webhooks({ trace }: { readonly trace: StaffTrace }) {
  const { t } = useTexts();
  const rows = trace.events.flatMap((event): Delivery[] =>
    event.attempts.length === 0
      ? [{ event, attempt: null }]
      : event.attempts.map((attempt) => ({ event, attempt })),
  );
  return (
    <DataTable
      caption={t('operations.webhooks')}
      rows={rows}
      keyOf={({ event, attempt }) => `${event.id} ${attempt?.endpoint_id} ${attempt?.attempt}`}
      columns={[
        { title: t('operations.event'), cell: ({ event }) => event.type },
        { title: t('purchases.status'), cell: ({ event }) => event.delivery },
        { title: t('operations.attempt'), cell: ({ attempt }) => String(attempt?.attempt ?? '–') },
        {
          title: t('operations.when'),
          cell: ({ attempt }) => (attempt === null ? '–' : <Time at={attempt.started_at} />),
        },
        { title: t('operations.outcome'), cell: ({ attempt }) => attempt?.outcome ?? '–' },
        {
          title: t('operations.answer'),
          cell: ({ attempt }) => String(attempt?.http_status ?? attempt?.error ?? '–'),
        },
      ]}
    />
  );
}
