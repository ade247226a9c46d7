import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Event, WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';
import { useApi, useRemove, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { Button, Choice } from '../../ui/inputs.tsx';
import { Card, Problem, Screen, Skeleton, Time } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { Attempts } from './attempts.tsx';
import { EndpointForm } from './form.tsx';
import { SecretCard } from './rotate.tsx';
import { EndpointBadge, EVENT_TYPES, EventWords } from './words.tsx';

/** How often the endpoint is read again, in ms: its attempts continue. */
const POLL_MS = 15_000;

/** One endpoint: its state, its attempts, a test, its change and its end. */
export function WebhookPage() {
  const { t } = useTexts();
  const { endpointId = '' } = useParams({ strict: false });
  const mayChange = useRight('webhooks:write');
  const { data: endpoint, error } = useApi<WebhookEndpoint>(`/v1/webhook-endpoints/${endpointId}`, {
    everyMs: POLL_MS,
  });
  return (
    <Screen title={t('webhooks.one')}>
      <p>
        <Link to="/developers/webhooks">{t('webhooks.back')}</Link>
      </p>
      <Problem error={error} />
      {endpoint === undefined && error === null ? <Skeleton lines={8} /> : null}
      {endpoint === undefined ? null : (
        <>
          <Facts endpoint={endpoint} />
          {mayChange ? <TestCard endpoint={endpoint} /> : null}
          <Attempts endpointId={endpoint.id} />
          {mayChange ? <Changes endpoint={endpoint} /> : null}
        </>
      )}
    </Screen>
  );
}

function Facts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const send = useSend();
  const task = useTask();
  const mayChange = useRight('webhooks:write');
  const toggle = () =>
    send('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { json: { enabled: !endpoint.enabled } });
  return (
    <Card title={endpoint.url}>
      <p>
        <EndpointBadge endpoint={endpoint} /> {endpoint.description}
      </p>
      <dl className="facts">
        <div>
          <dt>{t('webhooks.events')}</dt>
          <dd>
            {endpoint.event_types.map((type) => (
              <div key={type}>
                <EventWords type={type} />
              </div>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('webhooks.created')}</dt>
          <dd>
            <Time at={endpoint.created_at} />
          </dd>
        </div>
        {endpoint.former_secret_until === null ? null : (
          <div>
            <dt>{t('webhooks.formerUntil')}</dt>
            <dd>
              <Time at={endpoint.former_secret_until} />
            </dd>
          </div>
        )}
      </dl>
      {mayChange ? (
        <>
          <p className="hint">{t(endpoint.enabled ? 'webhooks.disableHint' : 'webhooks.enableHint')}</p>
          <Problem error={task.error} />
          <Button isPending={task.isRunning} onPress={() => void task.run(toggle)}>
            {t(endpoint.enabled ? 'webhooks.disable' : 'webhooks.enable')}
          </Button>
        </>
      ) : null}
    </Card>
  );
}

const TESTS = EVENT_TYPES.filter((type) => type.startsWith('purchase.'));

function TestCard({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const send = useSend();
  const navigate = useNavigate();
  const task = useTask();
  const [type, setType] = useState<string>('purchase.successful');
  const test = async () => {
    const event = await send<Event>('POST', `/v1/webhook-endpoints/${endpoint.id}/test`, { json: { type } });
    await navigate({ to: '/developers/events/$eventId', params: { eventId: event.id } });
  };
  return (
    <Card title={t('webhooks.test')}>
      <p>{t('webhooks.testHint')}</p>
      <div className="form">
        <Choice
          label={t('webhooks.type')}
          value={type}
          options={TESTS.map((one) => [one, `${one}: ${t(`webhooks.type.${one}`)}`])}
          onChange={setType}
        />
        <Problem error={task.error} />
        <Button isPending={task.isRunning} onPress={() => void task.run(test)}>
          {t('webhooks.sendTest')}
        </Button>
      </div>
    </Card>
  );
}

function Changes({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  const send = useSend();
  const navigate = useNavigate();
  const [isSaved, setSaved] = useState(false);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  const remove = useRemove();
  return (
    <>
      <Card title={t('webhooks.change')}>
        <EndpointForm
          key={endpoint.updated_at}
          start={endpoint}
          submit={t('app.save')}
          onSubmit={async (json) => {
            setSaved(false);
            await send('PATCH', path, { json });
            setSaved(true);
          }}
        />
        <p role="status">{isSaved ? t('app.saved') : ''}</p>
      </Card>
      <SecretCard endpoint={endpoint} />
      <Card title={t('webhooks.delete')}>
        <p>{t('webhooks.deleteHint')}</p>
        <ConfirmButton
          kind="danger"
          label={t('webhooks.delete')}
          title={t('webhooks.deleteTitle')}
          confirm={t('webhooks.delete')}
          onConfirm={() => remove(path, () => navigate({ to: '/developers/webhooks' }))}
        >
          <p>{endpoint.url}</p>
          <p>{t('webhooks.deleteHint')}</p>
        </ConfirmButton>
      </Card>
    </>
  );
}
