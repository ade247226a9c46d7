import { Link, useParams } from '@tanstack/react-router';
import type { DeliveryAttempt, EventWithAttempts } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { useFormat } from '../../ui/format.ts';
import { Badge, Card, Empty, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { Payload } from '../payload.tsx';
import { Resend } from './resend.tsx';
import { AttemptBadge, AttemptReason, DeliveryBadge } from './words.tsx';

/** How often an event is read again, in ms, while attempts follow. */
const POLL_MS = 3_000;

/** One event: its payload, and every attempt with its answer. */
export function EventPage() {
  const { t } = useTexts();
  const { eventId = '' } = useParams({ strict: false });
  const { data: event, error } = useApi<EventWithAttempts>(`/v1/events/${eventId}`, { everyMs: POLL_MS });
  return (
    <Screen title={t('webhooks.eventTitle', { type: event?.type ?? '' })}>
      <p>
        <Link to="/developers/webhooks">{t('webhooks.back')}</Link>
      </p>
      <Problem error={error} />
      {event === undefined && error === null ? <Skeleton lines={8} /> : null}
      {event === undefined ? null : (
        <>
          <Facts event={event} />
          <Card title={t('webhooks.attempts')}>
            {event.delivery.attempts.length === 0 ? <Empty title={t('webhooks.notYet')} /> : null}
            {event.delivery.attempts.map((attempt) => (
              <Attempt key={`${attempt.endpoint_id} ${attempt.started_at}`} attempt={attempt} />
            ))}
          </Card>
          <Card title={t('webhooks.payload')}>
            <Payload text={JSON.stringify(event.data, null, 2)} label={t('webhooks.payload')} />
          </Card>
        </>
      )}
    </Screen>
  );
}

function Facts({ event }: { readonly event: EventWithAttempts }) {
  const { t } = useTexts();
  const mayResend = useRight('events:resend');
  const { status, next_attempt_at: next } = event.delivery;
  return (
    <Card title={event.type}>
      <p>
        <DeliveryBadge status={status} />{' '}
        {event.test ? <Badge tone="quiet">{t('webhooks.isTest')}</Badge> : null}
      </p>
      <dl className="facts">
        <div>
          <dt>{t('webhooks.eventId')}</dt>
          <dd>
            <code>{event.id}</code>
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.happened')}</dt>
          <dd>
            <Time at={event.created_at} />
          </dd>
        </div>
        {next === null ? null : (
          <div>
            <dt>{t('webhooks.nextAttempt')}</dt>
            <dd>
              <Time at={next} />
            </dd>
          </div>
        )}
      </dl>
      {mayResend ? <Resend event={event} /> : null}
    </Card>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { t } = useTexts();
  const { number } = useFormat();
  const { number: nth, duration_ms: ms, url, answer } = attempt;
  return (
    <article className="attempt">
      <h3>{nth === null ? t('webhooks.resent') : t('webhooks.nth', { number: nth })}</h3>
      <p>
        <AttemptBadge attempt={attempt} /> <Time at={attempt.started_at} />
        {ms === null ? '' : `, ${number(ms)} ms`}
        {url === null ? '' : `, ${url}`}
      </p>
      <AttemptReason attempt={attempt} />
      {answer === null ? null : <Payload text={answer} label={t('webhooks.answer')} />}
    </article>
  );
}
