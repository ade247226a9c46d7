import { type ReactNode, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTexts } from '../app/i18n.tsx';
import { Button } from './inputs.tsx';
import { Problem } from './parts.tsx';
import { useTask } from './task.ts';

/** A dialog over the screen, which keeps what is under it. */
export function Overlay({
  title,
  isOpen,
  onClose,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  /** Left out: the dialog cannot be dismissed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={isOpen}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(open) => {
        if (!open) onClose?.();
      }}
    >
      <Modal className="modal">
        <Dialog>
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface Confirmed {
  readonly title: string;
  /** The text of the button that confirms; it names the action and its amount. */
  readonly confirm: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  /** What the dialog asks for, or shows, is missing. */
  readonly isConfirmDisabled?: boolean;
  /** @throws what went wrong; the dialog then stays and shows it */
  readonly onConfirm: () => Promise<void>;
  /** Something less that can be confirmed instead, in the same way. */
  readonly alternative?: { readonly confirm: string; readonly onConfirm: () => Promise<void> } | undefined;
  readonly children: ReactNode;
}

/** A dialog whose work begins once it is confirmed. It closes when that is done. */
export function ConfirmDialog({
  title,
  confirm,
  kind = 'plain',
  isConfirmDisabled = false,
  onConfirm,
  alternative,
  isOpen,
  onClose,
  ended = null,
  children,
}: Confirmed & {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Others have ended what the dialog asks about: this takes the place of the question, and nothing can be confirmed. */
  readonly ended?: ReactNode;
}) {
  const { t } = useTexts();
  const task = useTask();
  const run = (work: () => Promise<void>) => void task.run(() => work().then(onClose));
  // What this dialog does now is not what others did.
  if (ended !== null && !task.isRunning)
    return (
      <Overlay title={title} isOpen={isOpen} onClose={onClose}>
        <div className="notice warn" role="alert">
          {ended}
        </div>
        <div className="actions">
          <Button kind="primary" onPress={onClose}>
            {t('start.close')}
          </Button>
        </div>
      </Overlay>
    );
  return (
    <Overlay title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <Problem error={task.error} />
      <div className="actions">
        <Button kind="quiet" onPress={onClose}>
          {t('app.back')}
        </Button>
        {alternative === undefined ? null : (
          <Button
            isDisabled={isConfirmDisabled}
            isPending={task.isRunning}
            onPress={() => run(alternative.onConfirm)}
          >
            {alternative.confirm}
          </Button>
        )}
        <Button
          kind={kind === 'danger' ? 'danger' : 'primary'}
          isDisabled={isConfirmDisabled}
          isPending={task.isRunning}
          onPress={() => run(onConfirm)}
        >
          {confirm}
        </Button>
      </div>
    </Overlay>
  );
}

/** A button whose work begins only after a dialog that says what it does was confirmed. */
export function ConfirmButton({
  label,
  isDisabled = false,
  onOpen,
  ...confirmed
}: Confirmed & {
  readonly label: string;
  readonly isDisabled?: boolean;
  /** Called when the dialog opens. */
  readonly onOpen?: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button kind={confirmed.kind ?? 'plain'} isDisabled={isDisabled} onPress={open}>
        {label}
      </Button>
      <ConfirmDialog {...confirmed} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
