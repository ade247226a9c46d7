import { useEffect, useState } from 'react';
import { whenSignedOut } from '../app/api.ts';
import { useTexts } from '../app/i18n.tsx';
import { type Session, useSession, useSignOut } from '../app/session.tsx';
import { Overlay } from '../ui/dialog.tsx';
import { Button } from '../ui/inputs.tsx';
import { SignInSteps } from './steps.tsx';

/**
 * When a session ends while a screen is open, asks for the sign-in over the screen, so that everything that was typed stays.
 * @param person who was signed in
 */
export function SignInAgain({ person }: { readonly person: Session['person'] }) {
  const { t } = useTexts();
  const { data: session, refetch } = useSession();
  const [isOpen, setOpen] = useState(false);
  const signOut = useSignOut();
  useEffect(
    () =>
      whenSignedOut(() => {
        void refetch().then(() => setOpen(true));
      }),
    [refetch],
  );
  const isBack = session !== null && session?.session.second_factor !== 'pending';
  useEffect(() => {
    if (!isOpen || !isBack) return;
    // What the screen shows belongs to the person who was here before.
    if (session !== undefined && session.person.id !== person.id) location.reload();
    setOpen(false);
  }, [isOpen, isBack, session, person.id]);
  return (
    <Overlay title={t('signIn.again')} isOpen={isOpen && !isBack}>
      <p>{t('signIn.againHint')}</p>
      <SignInSteps email={person.email} />
      <Button kind="quiet" onPress={() => void signOut().catch(() => location.assign('/sign-in'))}>
        {t('signIn.leave')}
      </Button>
    </Overlay>
  );
}
