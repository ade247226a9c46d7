import { useState } from 'react';
import { Form, Label, TextArea, TextField } from 'react-aria-components';
import type {
  Blocklist,
  BlocklistLookup,
  ChangedBlocklist,
} from '../../../../clients/typescript/src/types.ts';
import { useApi, useSend } from '../../app/data.ts';
import { useTexts } from '../../app/i18n.tsx';
import { useRight } from '../../app/session.tsx';
import { ConfirmButton } from '../../ui/dialog.tsx';
import { useFormat } from '../../ui/format.ts';
import { Button, Field } from '../../ui/inputs.tsx';
import { Card, Problem, Skeleton, Time } from '../../ui/parts.tsx';
import { useTask } from '../../ui/task.ts';
import { readNumbers } from './numbers.ts';

/** Numbers for which nothing is bought. Their hashes are stored, so they cannot be listed. */
export function BlocklistCard() {
  const { t } = useTexts();
  const { data, error } = useApi<Blocklist>('/v1/settings/blocklist');
  const mayChange = useRight('rules:write');
  return (
    <Card title={t('limits.blocklist')}>
      <p>{t('limits.blocklistHint')}</p>
      <Problem error={error} />
      {data === undefined && error === null ? <Skeleton lines={2} /> : null}
      {data === undefined ? null : (
        <p>
          {t('limits.blocked', { count: data.count })}{' '}
          {data.last_added_at === null ? null : (
            <>
              {t('limits.lastBlocked')} <Time at={data.last_added_at} />
            </>
          )}
        </p>
      )}
      <LookUp />
      {mayChange ? <ChangeNumbers /> : null}
    </Card>
  );
}

function LookUp() {
  const { t } = useTexts();
  const { time } = useFormat();
  const send = useSend();
  const task = useTask();
  const [text, setText] = useState('');
  const [found, setFound] = useState('');
  const look = async () => {
    const [number] = readNumbers(text).numbers;
    if (number === undefined) throw new Error(t('limits.notNumber'));
    const json = { phone_number: number };
    const answer = await send<BlocklistLookup>('POST', '/v1/settings/blocklist/lookups', { json });
    setFound(
      answer.added_at === null
        ? t('limits.isNotBlocked', { number })
        : t('limits.isBlocked', { number, time: time(answer.added_at) }),
    );
  };
  return (
    <Form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        setFound('');
        void task.run(look);
      }}
    >
      <Field
        label={t('limits.lookUp')}
        hint={t('purchases.searchHint')}
        type="tel"
        maxLength={30}
        isRequired
        value={text}
        onChange={setText}
      />
      <Problem error={task.error} />
      <Button type="submit" isPending={task.isRunning}>
        {t('limits.look')}
      </Button>
      <p role="status">{found}</p>
    </Form>
  );
}

function ChangeNumbers() {
  const { t } = useTexts();
  const send = useSend();
  const [text, setText] = useState('');
  const [done, setDone] = useState('');
  const { numbers, others } = readNumbers(text);
  const change = async (method: 'PUT' | 'DELETE') => {
    const json = { phone_numbers: numbers };
    const { changed } = await send<ChangedBlocklist>(method, '/v1/settings/blocklist/numbers', { json });
    setText('');
    setDone(t(method === 'PUT' ? 'limits.nowBlocked' : 'limits.nowUnblocked', { count: changed }));
  };
  return (
    <div className="form">
      <TextField className="field" value={text} onChange={setText}>
        <Label>{t('limits.numbers')}</Label>
        <TextArea rows={4} />
      </TextField>
      <p className="hint" role="status">
        {done === '' || text !== '' ? t('limits.read', { count: numbers.length }) : done}
      </p>
      {others.length === 0 ? null : (
        <Problem error={new Error(t('limits.unread', { text: others.slice(0, 5).join(', ') }))} />
      )}
      <div className="actions">
        {(['PUT', 'DELETE'] as const).map((method) => {
          const text = method === 'PUT' ? 'limits.block' : 'limits.unblock';
          return (
            <ConfirmButton
              key={method}
              label={t(`${text}Action`)}
              title={t(`${text}Title`, { count: numbers.length })}
              confirm={t(text, { count: numbers.length })}
              isDisabled={numbers.length === 0 || others.length > 0}
              onConfirm={() => change(method)}
            >
              <p>{t(`${text}Hint`)}</p>
            </ConfirmButton>
          );
        })}
      </div>
    </div>
  );
}
