import { useState } from 'react';
import { Failure } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { useRefreshSession, useSession, useSignedIn } from '../app/session.tsx';
import { CodeStep } from '../sign-in/steps.tsx';
import { Overlay } from '../ui/dialog.tsx';
import { useTask } from '../ui/task.ts';

/**
 * Work that needs a sign-in or a second factor of the last minutes. If that is longer ago, a dialog asks for the factor. Without one,
 * the error says to sign in again.
 * @returns the task, and the dialog to show
 */
export function useConfirmed() {
  const { t } = useTexts();
  const task = useTask();
  const refresh = useRefreshSession();
  const { dataUpdatedAt } = useSession();
  const hasFactor = useSignedIn().session.second_factor !== 'none';
  const [askedAt, setAskedAt] = useState<number | null>(null);
  // The dialog ends when the session was read again after the code.
  const isOpen = askedAt !== null && dataUpdatedAt <= askedAt;
  const run = (work: () => Promise<unknown>) =>
    task.run(async () => {
      try {
        await work();
        await refresh();
      } catch (error) {
        if (error instanceof Failure && error.status === 403 && hasFactor) setAskedAt(Date.now());
        throw error;
      }
    });
  const dialog = (
    <Overlay title={t('signIn.codeTitle')} isOpen={isOpen} onClose={() => setAskedAt(null)}>
      <p>{t('profile.codeAgain')}</p>
      <CodeStep />
    </Overlay>
  );
  return { run, error: isOpen ? null : task.error, isRunning: task.isRunning, dialog };
}
