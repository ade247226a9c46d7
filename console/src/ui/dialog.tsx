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

/** A button whose work begins only after a dialog that says what it does was confirmed. */
export function ConfirmButton({
  label,
  title,
  confirm,
  kind = 'plain',
  isDisabled = false,
  isConfirmDisabled = false,
  onConfirm,
  alternative,
  onOpen,
  children,
}: {
  readonly label: string;
  readonly title: string;
  /** The text of the button that confirms; it names the action and its amount. */
  readonly confirm: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  readonly isDisabled?: boolean;
  /** What the dialog asks for, or shows, is missing. */
  readonly isConfirmDisabled?: boolean;
  /** @throws what went wrong; the dialog then stays and shows it */
  readonly onConfirm: () => Promise<void>;
  /** Something less that can be confirmed instead, in the same way. */
  readonly alternative?: { readonly confirm: string; readonly onConfirm: () => Promise<void> } | undefined;
  /** Called when the dialog opens. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen?.();
    setOpen(true);
  };
  const task = useTask();
  const close = () => setOpen(false);
  const run = (work: () => Promise<void>) => void task.run(() => work().then(close));
  return (
    <>
      <Button kind={kind} isDisabled={isDisabled} onPress={open}>
        {label}
      </Button>
      <Overlay title={title} isOpen={isOpen} onClose={close}>
        {children}
        <Problem error={task.error} />
        <div className="actions">
          <Button kind="quiet" onPress={close}>
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
    </>
  );
}
