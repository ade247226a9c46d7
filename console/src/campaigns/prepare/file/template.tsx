import { download } from '../../../app/api.ts';
import { useTexts } from '../../../app/i18n.tsx';
import { useAccount } from '../../../app/session.tsx';
import { Button } from '../../../ui/inputs.tsx';
import { Problem } from '../../../ui/parts.tsx';
import { useTask } from '../../../ui/task.ts';

/** Downloads a workbook to fill in, with the bundles of the account and their prices. */
export function TemplateButton() {
  const { t } = useTexts();
  const { id } = useAccount();
  const task = useTask();
  return (
    <>
      <Button
        kind="quiet"
        isPending={task.isRunning}
        onPress={() => void task.run(() => download(id, '/v1/batches/template'))}
      >
        {t('prepare.template')}
      </Button>
      <Problem error={task.error} />
    </>
  );
}
