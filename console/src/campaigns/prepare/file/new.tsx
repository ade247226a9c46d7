import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BatchPreview } from '../../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { sendFile } from '../../../app/send-file.ts';
import { useAccount, useRight } from '../../../app/session.tsx';
import { Button, Choice } from '../../../ui/inputs.tsx';
import { Card, Empty, Problem, Screen, Skeleton } from '../../../ui/parts.tsx';
import { useApiTexts } from '../../api-texts.ts';
import { ApiWords } from '../../api-words.tsx';
import { useCheck } from './check.ts';
import { CheckStep } from './check-step.tsx';
import { rolesOf } from './columns.ts';
import { type Draft, useDraft } from './draft.ts';
import { DropPlace } from './drop.tsx';
import { Mapping } from './mapping.tsx';
import { CountryChoice, DuplicateChoice, NameField, ShortfallChoices, WishChoice } from './settings.tsx';
import { TemplateButton } from './template.tsx';
import { isUnreadable } from './unreadable.ts';
import '../prepare.css';

/** A new campaign: a file is chosen, its columns are looked at, and it is checked. Nothing is bought. */
export function NewCampaignPage() {
  const { t } = useTexts();
  const { id } = useAccount();
  const mayPrepare = useRight('batches:create');
  return (
    <Screen title={t('prepare.title')} actions={mayPrepare ? <TemplateButton /> : undefined}>
      {mayPrepare ? (
        <NewCampaign key={id} />
      ) : (
        <Empty title={t('prepare.noRight')}>
          <p>{t('prepare.noRightHint')}</p>
        </Empty>
      )}
    </Screen>
  );
}

function NewCampaign() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { draft, change, choose, chooseRole, forget } = useDraft();
  const checking = useCheck(({ id }) => {
    forget();
    void navigate({ to: '/campaigns/$batchId', params: { batchId: id } });
  });
  const { data: preview, error, isFetching } = usePreview(draft);
  const isLooking = isFetching && preview === undefined;
  const roles = preview === undefined ? [] : rolesOf(preview.columns, draft.choices);
  const take = (file: File) => {
    checking.reset();
    choose(file);
  };
  const startOver = () => {
    checking.stop();
    checking.reset();
    forget();
  };
  return (
    <>
      <p className="lead">{t('prepare.lead')}</p>
      <Card title={t('prepare.file')}>
        <DropPlace file={draft.file} onChoose={take} />
        {draft.file === null ? null : (
          <p>
            <Button kind="quiet" onPress={startOver}>
              {t('prepare.startOver')}
            </Button>
          </p>
        )}
        <Problem error={error} />
        {isLooking ? <Skeleton /> : null}
        {preview === undefined ? null : (
          <Found preview={preview} draft={draft} change={change}>
            <Mapping preview={preview} roles={roles} onChoose={chooseRole} />
          </Found>
        )}
      </Card>
      <Card title={t('prepare.settings')}>
        <div className="form">
          <Settings
            draft={draft}
            change={change}
            asksForBundle={preview !== undefined && !isUnreadable(preview) && !roles.includes('bundle_id')}
          />
          <CheckStep
            draft={draft}
            preview={preview ?? null}
            isLooking={isLooking}
            roles={roles}
            checking={checking}
            onRename={(name) => change({ name, isNameTyped: true })}
          />
        </div>
      </Card>
    </>
  );
}

function Settings({
  draft,
  change,
  asksForBundle,
}: {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** Whether the file does not say the bundles. */
  readonly asksForBundle: boolean;
}) {
  return (
    <>
      <NameField draft={draft} change={change} />
      <CountryChoice draft={draft} change={change} />
      {asksForBundle ? <WishChoice draft={draft} change={change} /> : null}
      <DuplicateChoice draft={draft} change={change} />
      <ShortfallChoices draft={draft} change={change} />
    </>
  );
}

/** What was found in the file: its sheets, its columns, and why it cannot be read. */
function Found({
  preview,
  draft,
  change,
  children,
}: {
  readonly preview: BatchPreview;
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  readonly children: React.ReactNode;
}) {
  const { t } = useTexts();
  const texts = useApiTexts();
  const { sheet, sheets, rejection, notices } = preview;
  return (
    <>
      {sheets.length > 1 ? (
        <div className="form">
          <Choice
            label={t('prepare.sheet')}
            value={draft.sheet ?? sheet ?? ''}
            options={[
              ...(draft.sheet === null && sheet === null ? [['', t('prepare.sheetNone')] as const] : []),
              ...sheets.map((name) => [name, name] as const),
            ]}
            onChange={(name) => change({ sheet: name, choices: {} })}
          />
        </div>
      ) : null}
      {rejection !== null && isUnreadable(preview) ? (
        <p className="notice bad" role="alert">
          <ApiWords of={[texts.rejection(rejection)]} />
        </p>
      ) : (
        children
      )}
      {texts.notices(notices).map((notice) => (
        <p key={notice.text} className="hint">
          <ApiWords of={[notice]} />
        </p>
      ))}
    </>
  );
}

/** Reads the sheets and columns of the chosen file. */
function usePreview({ file, fileNumber, sheet }: Draft) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, 'preview', fileNumber, sheet],
    queryFn: async ({ signal }) => {
      const call = { query: { sheet }, file: file as File, signal };
      return (await sendFile<BatchPreview>(id, '/v1/batch-previews', call)).body;
    },
    enabled: file !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
