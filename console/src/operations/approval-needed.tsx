import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failure } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';

/** The outcome of a command that a rule may want others to approve first. */
export type Commanded = 'done' | 'needs_approval';

/** The code of a refusal that only asks for an approval. */
const NEEDED = 'approval_required';

/** Runs commands that others may have to approve first, and keeps the outcome of the last one. */
export function useCommand() {
  const [result, setResult] = useState<Commanded | null>(null);
  return {
    result,
    /** @throws what went wrong, unless others must approve first */
    async run(work: () => Promise<unknown>): Promise<void> {
      setResult(null);
      try {
        await work();
        setResult('done');
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== NEEDED) throw error;
        setResult('needs_approval');
      }
    },
  };
}

/** Says that a command was done, or that a colleague must approve it first. */
export function Outcome({ result, done }: { readonly result: Commanded | null; readonly done: string }) {
  const { t } = useTexts();
  if (result === null) return null;
  return (
    <div className={`notice ${result === 'done' ? 'good' : 'warn'}`} role="status">
      <p>
        {result === 'done' ? (
          done
        ) : (
          <>
            {t('command.needsApproval')} <Link to="/operations/approvals">{t('nav.approvals')}</Link>
          </>
        )}
      </p>
    </div>
  );
}
