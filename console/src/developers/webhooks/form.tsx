import { useState } from 'react';
import { Form } from 'react-aria-components';
import type { WebhookEndpoint } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Check, toggled } from '../../ui/checks.tsx';
import { Button, Field } from '../../ui/inputs.tsx';
import { Problem } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { EVENT_TYPES, EventWords } from './words.tsx';

export interface EndpointTerms {
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
}

/** The form for where events are sent, and which. */
export function EndpointForm({
  start,
  submit,
  onSubmit,
}: {
  /** Null for a new endpoint, which gets the events of purchases unless others are chosen. */
  readonly start: WebhookEndpoint | null;
  readonly submit: string;
  /** @throws what went wrong, which the form shows */
  readonly onSubmit: (terms: EndpointTerms) => Promise<void>;
}) {
  const { t } = useTexts();
  const [url, setUrl] = useState(start?.url ?? '');
  const [description, setDescription] = useState(start?.description ?? '');
  const [types, setTypes] = useState<ReadonlySet<string>>(
    new Set(start?.event_types ?? EVENT_TYPES.filter((type) => type.startsWith('purchase.'))),
  );
  const task = useTask();
  const send = async () => {
    if (types.size === 0) throw new Error(t('webhooks.noTypes'));
    await onSubmit({ url: url.trim(), description: description.trim(), event_types: [...types].toSorted() });
  };
  return (
    <Form
      className="form wide"
      onSubmit={(event) => {
        event.preventDefault();
        void task.run(send);
      }}
    >
      <Field
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        type="url"
        maxLength={2048}
        isRequired
        value={url}
        onChange={setUrl}
      />
      <Field label={t('webhooks.note')} maxLength={200} value={description} onChange={setDescription} />
      <fieldset className="group">
        <legend>{t('webhooks.events')}</legend>
        {[...new Set([...EVENT_TYPES, ...types])].map((type) => (
          <Check
            key={type}
            checked={types.has(type)}
            onChange={(isIn) => setTypes(toggled(types, type, isIn))}
          >
            <EventWords type={type} />
          </Check>
        ))}
      </fieldset>
      <Problem error={task.error} />
      <Button kind="primary" type="submit" isPending={task.isRunning}>
        {submit}
      </Button>
    </Form>
  );
}
