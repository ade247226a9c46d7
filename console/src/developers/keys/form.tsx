import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTexts } from '../../app/i18n.tsx';
import { useAccount } from '../../app/session.tsx';
import type { TextKey } from '../../app/texts.ts';
import { Radios } from '../../ui/checks.tsx';
import { Button, Field } from '../../ui/inputs.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Problem } from '../../ui/parts.tsx';
import { RightPicker } from '../../ui/rights/picker.tsx';
import { useTask } from '../../ui/task.ts';
import { choose, findGap, hasBoxes, type ScopeMode, type TermsDraft } from './terms.ts';

/** Ready choices first. */
const MODES = [
  ['buy', 'keys.modeBuy'],
  ['read_only', 'keys.modeReadOnly'],
  ['all', 'keys.modeAll'],
  ['some', 'keys.modeSome'],
] as const satisfies readonly (readonly [ScopeMode, TextKey])[];

/** The form for what an API key may do. */
export function TermsForm({
  start,
  submit,
  onSubmit,
}: {
  readonly start: TermsDraft;
  readonly submit: string;
  /** @throws what went wrong, which the form shows */
  readonly onSubmit: (draft: TermsDraft) => Promise<void>;
}) {
  const { t, locale } = useTexts();
  const { currency, rights: own } = useAccount();
  const [draft, setDraft] = useState(start);
  const [isTried, setTried] = useState(false);
  const task = useTask();
  const change = (part: Partial<TermsDraft>) => setDraft((old) => ({ ...old, ...part }));
  const gap = findGap(draft, currency, locale);
  const modes = MODES.filter(([mode]) => mode !== 'buy' || own.includes('purchases:create'));
  return (
    <Form
      className="form wide"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (gap === null) void task.run(() => onSubmit(draft));
      }}
    >
      <Field
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        maxLength={100}
        isRequired
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <Radios
        legend={t('keys.scopes')}
        name="scopes"
        value={draft.mode}
        options={modes.map(([mode, text]) => [mode, t(text)])}
        onChange={(mode) => change(choose(mode, own))}
      />
      {hasBoxes(draft.mode) ? (
        <RightPicker
          hint={t('keys.scopesHint')}
          chosen={draft.rights}
          onChange={(rights) => change({ mode: 'some', rights })}
        />
      ) : null}
      <Field
        label={t('keys.expiresOn')}
        hint={t('keys.expiresHint')}
        type="date"
        value={draft.expires}
        onChange={(expires) => change({ expires })}
      />
      <CapFields draft={draft} onChange={change} />
      {isTried && gap !== null ? <Problem error={new Error(t(`keys.gap.${gap}`))} /> : null}
      <Problem error={task.error} />
      <Button kind="primary" type="submit" isPending={task.isRunning}>
        {submit}
      </Button>
    </Form>
  );
}

function CapFields({
  draft,
  onChange,
}: {
  readonly draft: TermsDraft;
  readonly onChange: (part: Partial<TermsDraft>) => void;
}) {
  const { t } = useTexts();
  const { currency } = useAccount();
  return (
    <>
      <MoneyField
        label={t('keys.capPurchase')}
        hint={t('keys.capHint')}
        currency={currency}
        value={draft.perPurchase}
        onChange={(perPurchase) => onChange({ perPurchase })}
      />
      <MoneyField
        label={t('keys.capDay')}
        hint={t('keys.capHint')}
        currency={currency}
        value={draft.perDay}
        onChange={(perDay) => onChange({ perDay })}
      />
    </>
  );
}
