import { lazy, Suspense, useEffect, useState } from 'react';
import { useTexts } from '../app/i18n.tsx';
import type { Session } from '../app/session.tsx';
import { Button } from '../ui/inputs.tsx';

const load = () => import('./palette.tsx').then(({ Palette: each }) => ({ default: each }));
const Palette = lazy(load);
const loadStaff = () => import('./staff.tsx').then(({ StaffPalette: each }) => ({ default: each }));
const StaffPalette = lazy(loadStaff);

/** macOS writes its keys as signs. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The button of the command palette, and its keys: Ctrl K, or ⌘K. Its code is loaded when it is first opened. */
export function PaletteButton({
  accounts,
}: {
  /** Null for the staff, who have no accounts. */
  readonly accounts: Session['accounts'] | null;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onHoverStart={() => void (accounts === null ? loadStaff() : load())}
        onPress={() => setOpen(true)}
      >
        {t('palette.open')}{' '}
        <span className="key" aria-hidden="true">
          {isMac ? '⌘K' : 'Ctrl K'}
        </span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          {accounts === null ? (
            <StaffPalette onClose={() => setOpen(false)} />
          ) : (
            <Palette accounts={accounts} onClose={() => setOpen(false)} />
          )}
        </Suspense>
      ) : null}
    </>
  );
}
