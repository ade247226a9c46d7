import { EventResource, EventWithAttempts } from '../../../contract/recorded-event.ts';
import { readId, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, settle } from './fixture.ts';
import { bought, call } from './http.ts';

export interface EventPage {
  readonly data: EventResource[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Makes 30 events: ten failed purchases, whose webhooks are pending, and 20 successful ones, delivered. Newest first. */
export async function addEvents(api: ApiFixture): Promise<EventResource[]> {
  const delivery = { confirmedAt: new Date(), networkReference: null };
  for (let made = 0; made < 30; made++) {
    const { id } = await bought(api);
    const report =
      made % 3 === 0
        ? ({ kind: 'refused', code: 'number_barred' } as const)
        : ({ kind: 'confirmed', delivery } as const);
    await settle(api, id, report);
  }
  await api.pool.query(
    `UPDATE events SET delivered_at = app_now(), delivery = 'delivered' WHERE type = 'purchase.successful'`,
  );
  return (await listEvents(api, 'limit=100')).data;
}

export async function listEvents(api: ApiFixture, query: string): Promise<EventPage> {
  const answer = await call(api, `/v1/events?${query}`);
  if (answer.status !== 200) throw new Error(`the list of events answered ${answer.status}: ${answer.text}`);
  const page: EventPage = JSON.parse(answer.text);
  return { ...page, data: page.data.map((event) => EventResource.parse(event)) };
}

export async function readEvent(api: ApiFixture, id: string): Promise<EventWithAttempts> {
  const answer = await call(api, `/v1/events/${id}`);
  if (answer.status !== 200) throw new Error(`the event answered ${answer.status}: ${answer.text}`);
  return EventWithAttempts.parse(JSON.parse(answer.text));
}

export function resendEvent(api: ApiFixture, id: string, key?: string) {
  return call(api, `/v1/events/${id}/resend`, { method: 'POST', ...(key === undefined ? {} : { key }) });
}

export function uuidOfEvent(id: string): string {
  const event = readId('evt', id);
  if (event === null) throw new Error(`${id} is no event`);
  return uuidOf('evt', event);
}

/** Records a failed attempt that was made so many milliseconds ago. */
export async function addAttempt(
  { pool }: ApiFixture,
  id: string,
  attempt: number,
  ageMs: number,
  answer: Buffer | null,
): Promise<void> {
  await pool.query(
    `INSERT INTO webhook_attempts (event_id, attempt, started_at, finished_at, outcome, http_status, error, url,
                                   address, duration_ms, answer)
     SELECT $1, $2, at, at, 'failed', 503, 'http_status', 'https://hooks.example.com/', '93.184.216.34', 17, $4
       FROM (SELECT app_now() - $3 * interval '1 millisecond' AS at) t`,
    [uuidOfEvent(id), attempt, ageMs, answer],
  );
}
