import { Link } from '@tanstack/react-router';
import type { EventList, EventWithAttempts, Purchase } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRight } from '../app/session.tsx';
import { Resend } from '../developers/webhooks/resend.tsx';
import { AttemptBadge, AttemptReason, DeliveryBadge, EventWords } from '../developers/webhooks/words.tsx';
import { Card, Problem, Skeleton, Time } from '../ui/parts.tsx';
import { DataTable } from '../ui/table.tsx';
import { byEndpoint } from './attempts.ts';

/** How often the events are read again, in ms, because attempts follow. */
const POLL_MS = 10_000;

/** The events of a purchase, and how they were sent to the client's servers. */
export function Webhooks({ purchase }: { readonly purchase: Purchase }) {
  const { t } = useTexts();
  const maySee = useRight('events:read');
  const { data, error } = useApi<EventList>('/v1/events', {
    query: { purchase_id: purchase.id, limit: 25 },
    everyMs: POLL_MS,
    enabled: maySee,
  });
  if (!maySee) return null;
  // While the events of another purchase are read, those of the former are still here.
  const events = data?.data.filter(({ data: { object } }) => object.id === purchase.id) ?? [];
  return (
    <Card title={t('purchase.webhooks')}>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={3} /> : null}
      {data !== undefined && events.length === 0 ? <p>{t('purchase.noWebhooks')}</p> : null}
      {events.map(({ id }) => (
        <OneEvent key={id} id={id} />
      ))}
    </Card>
  );
}

function OneEvent({ id }: { readonly id: string }) {
  const { t } = useTexts();
  const mayResend = useRight('events:resend');
  const { data: event, error } = useApi<EventWithAttempts>(`/v1/events/${id}`, { everyMs: POLL_MS });
  if (event === undefined) return error === null ? <Skeleton lines={3} /> : <Problem error={error} />;
  const { status, next_attempt_at: next, attempts } = event.delivery;
  return (
    <section className="attempt">
      <h3>
        <Link to="/developers/events/$eventId" params={{ eventId: id }}>
          <EventWords type={event.type} />
        </Link>
      </h3>
      <p>
        <DeliveryBadge status={status} /> <Time at={event.created_at} />
      </p>
      <Problem error={error} />
      {next === null ? null : (
        <p>
          {t('webhooks.nextAttempt')}: <Time at={next} />
        </p>
      )}
      {attempts.length === 0 ? (
        <p>{t(status === 'not_sent' ? 'purchase.noEndpoint' : 'webhooks.notYet')}</p>
      ) : (
        <Endpoints event={event} />
      )}
      {mayResend ? <Resend event={event} /> : null}
    </section>
  );
}

function Endpoints({ event: { type, delivery } }: { readonly event: EventWithAttempts }) {
  const { t } = useTexts();
  return (
    <DataTable
      caption={t('purchase.attemptsOf', { type })}
      rows={byEndpoint(delivery.attempts)}
      keyOf={({ id }) => id ?? ''}
      columns={[
        { title: t('webhooks.resendTo'), cell: ({ last }) => last.url ?? t('purchase.unknownUrl') },
        { title: t('webhooks.attempts'), isNumber: true, cell: ({ count }) => String(count) },
        {
          title: t('purchase.lastAnswer'),
          cell: ({ last }) => (
            <>
              <AttemptBadge attempt={last} /> <Time at={last.started_at} />
              <AttemptReason attempt={last} />
            </>
          ),
        },
      ]}
    />
  );
}
