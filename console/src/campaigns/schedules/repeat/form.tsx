import { useState } from 'react';
import { Form } from 'react-aria-components';
import type {
  Batch,
  CreateRecurringBatch,
  RecurringBatch,
} from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Empty, Problem, Skeleton } from '../../../ui/parts.tsx';
import { RepeatConfirmation } from './confirm.tsx';
import { WishFields } from './fields.tsx';
import { useSources } from './sources.ts';
import { emptyWish, faultsOfWish, requestOf, type Wish, type WishField } from './wish.ts';

type OnMade = (made: RecurringBatch) => void;

/** The form for a recurring campaign. @param wanted id of the campaign that is repeated; null if the person chooses it */
export function RepeatForm({ wanted, onMade }: { readonly wanted: string | null; readonly onMade: OnMade }) {
  const { t } = useTexts();
  const { sources, error } = useSources(wanted);
  if (sources === undefined) return error === null ? <Skeleton lines={8} /> : <Problem error={error} />;
  if (sources.length > 0)
    return (
      <>
        <Problem error={error} />
        <Fields sources={sources} wanted={wanted ?? ''} onMade={onMade} />
      </>
    );
  return (
    <Empty title={t('repeat.none')}>
      <p>{t('repeat.noneHint')}</p>
    </Empty>
  );
}

type Problems = Readonly<Partial<Record<WishField, string>>>;

function Fields({
  sources,
  wanted,
  onMade,
}: {
  readonly sources: readonly Batch[];
  readonly wanted: string;
  readonly onMade: OnMade;
}) {
  const { t, locale } = useTexts();
  const { zone } = useFormat();
  const [wish, setWish] = useState(() => emptyWish(wanted, zone));
  const [problems, setProblems] = useState<Problems>({});
  const [question, setQuestion] = useState<CreateRecurringBatch | null>(null);
  const source = sources.find(({ id }) => id === wish.batchId);
  const change = (part: Partial<Wish>, fields: readonly WishField[]) => {
    setWish((old) => ({ ...old, ...part }));
    setProblems((old) => without(old, fields));
  };
  const ask = () => {
    const faults = faultsOfWish(wish, source, locale, Date.now());
    setProblems(Object.fromEntries(faults.map((fault) => [fault, t(`repeat.fault.${fault}`)])));
    if (faults.length === 0 && source !== undefined) setQuestion(requestOf(wish, source, locale));
  };
  return (
    <>
      <Form
        className="form"
        // What is wrong is shown beside the fields; the browser's own bubbles would stop at the first one.
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <WishFields
          sources={sources}
          source={source}
          wish={wish}
          change={change}
          problemOf={(field) => problems[field]}
        />
        <p role="alert">{Object.keys(problems).length === 0 ? null : t('repeat.correct')}</p>
        <Button kind="primary" type="submit">
          {t('repeat.submit')}
        </Button>
      </Form>
      {question === null ? null : (
        <RepeatConfirmation
          request={question}
          onClose={() => setQuestion(null)}
          onField={(field, message) => {
            setQuestion(null);
            setProblems({ [field]: message });
          }}
          onMade={onMade}
        />
      )}
    </>
  );
}

function without(problems: Problems, fields: readonly WishField[]): Problems {
  return Object.fromEntries(
    Object.entries(problems).filter(([field]) => !fields.some((one) => one === field)),
  );
}
