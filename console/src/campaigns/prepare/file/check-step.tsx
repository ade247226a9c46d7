import { Link } from '@tanstack/react-router';
import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs.tsx';
import { Problem } from '../../../ui/parts.tsx';
import { useApiTexts } from '../../api-texts.ts';
import { ApiWords } from '../../api-words.tsx';
import type { useCheck, Wish } from './check.ts';
import { columnQuery, missingOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { KnownCampaign } from './known.tsx';
import { noteOf, referenceOf } from './name.ts';
import { countryOf, useCountries } from './settings.tsx';
import { isUnreadable } from './unreadable.ts';

/** The button that has the file checked, what it still waits for, and what came of it. */
export function CheckStep({
  draft,
  preview,
  isLooking,
  roles,
  checking: { state, check, stop },
  onRename,
}: {
  readonly draft: Draft;
  readonly preview: BatchPreview | null;
  /** While the file is looked at. What is found then moves the button, also from under a pointer that presses it. */
  readonly isLooking: boolean;
  readonly roles: readonly string[];
  readonly checking: ReturnType<typeof useCheck>;
  readonly onRename: (name: string) => void;
}) {
  const { t } = useTexts();
  const { percent } = useFormat();
  const codes = useCountries();
  const wish = toWish(draft, preview, roles, countryOf(draft, codes));
  const waits = waitsFor(draft, preview, roles, wish.reference);
  const { file } = draft;
  return (
    <>
      {preview === null
        ? null
        : waits.map((what) => (
            <p key={what} className="notice warn">
              {t(`prepare.missing.${what}`)}
            </p>
          ))}
      <div className="actions">
        <Button
          kind="primary"
          isDisabled={file === null || isLooking || waits.length > 0}
          isPending={state.kind === 'sending'}
          onPress={() => {
            if (file !== null) void check(file, wish);
          }}
        >
          {t('prepare.check')}
        </Button>
        {state.kind === 'sending' ? (
          <Button kind="quiet" onPress={stop}>
            {t('prepare.stop')}
          </Button>
        ) : null}
      </div>
      <p className="hint" role="status">
        {state.kind !== 'sending'
          ? t('prepare.checkHint')
          : state.part < 1
            ? t('prepare.sending', { part: percent(state.part) })
            : t('prepare.checking')}
      </p>
      <Outcome
        state={state}
        onRename={(name) => {
          onRename(name);
          const renamed = { ...wish, name, reference: referenceOf(name), note: noteOf(name) };
          if (file !== null) void check(file, renamed);
        }}
      />
    </>
  );
}

function Outcome({
  state,
  onRename,
}: {
  readonly state: ReturnType<typeof useCheck>['state'];
  readonly onRename: (name: string) => void;
}) {
  const { t } = useTexts();
  const texts = useApiTexts();
  if (state.kind === 'failed') return <Problem error={state.error} />;
  if (state.kind === 'known') return <KnownCampaign known={state.known} onRename={onRename} />;
  if (state.kind !== 'rejected' || state.batch.rejection === null) return null;
  const { id, rejection, counts } = state.batch;
  return (
    <div className="notice bad" role="alert">
      <p>
        <ApiWords of={[texts.rejection(rejection)]} />
      </p>
      <p>{t('prepare.rejectedHint')}</p>
      {counts.invalid + counts.duplicates > 0 ? (
        <Link to="/campaigns/$batchId" params={{ batchId: id }}>
          {t('prepare.seeRows')}
        </Link>
      ) : null}
    </div>
  );
}

function toWish(draft: Draft, preview: BatchPreview | null, roles: readonly string[], country: string): Wish {
  const usesWish = draft.wish !== '' && !roles.includes('bundle_id');
  const [dataMb = '', validityHours = ''] = usesWish ? draft.wish.split('/') : [];
  return {
    name: draft.name,
    reference: referenceOf(draft.name),
    note: noteOf(draft.name),
    country,
    sheet: draft.sheet,
    onDuplicate: draft.onDuplicate,
    onInvalid: draft.onInvalid,
    onBalance: draft.onBalance,
    dataMb,
    validityHours,
    columns: preview === null ? {} : columnQuery(preview.columns, roles),
  };
}

type Waits = ReturnType<typeof missingOf>[number] | 'name' | 'sheet';

function waitsFor(
  draft: Draft,
  preview: BatchPreview | null,
  roles: readonly string[],
  reference: string,
): readonly Waits[] {
  const name: readonly Waits[] = reference === '' ? ['name'] : [];
  // A file that cannot be read has no columns to choose. The screen says what is wrong with it.
  if (preview === null || isUnreadable(preview)) return name;
  if (preview.rejection?.code === 'several_sheets') return ['sheet', ...name];
  return [...missingOf(roles, draft.wish !== ''), ...name];
}
