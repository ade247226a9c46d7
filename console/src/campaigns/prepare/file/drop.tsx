import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../app/i18n.tsx';
import { Button } from '../../../ui/inputs.tsx';

const KINDS = '.xlsx,.xlsm,.ods,.csv,.tsv,.txt';

/** A place for a file. A file that is dropped anywhere on the page is taken too, so that it never replaces the page. */
export function DropPlace({
  file,
  onChoose,
}: {
  readonly file: File | null;
  readonly onChoose: (file: File) => void;
}) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useDropAnywhere(onChoose);
  return (
    <div className={`drop${isOver ? ' over' : ''}`}>
      <p className="drop-title">{file === null ? t('prepare.drop') : <strong>{file.name}</strong>}</p>
      <p className="hint">{t('prepare.kinds')}</p>
      <Button onPress={() => input.current?.click()}>
        {t(file === null ? 'prepare.chooseFile' : 'prepare.chooseOther')}
      </Button>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-hidden
        accept={KINDS}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          // The same file can be chosen again after it was corrected.
          if (chosen !== undefined) onChoose(chosen);
          target.value = '';
        }}
      />
    </div>
  );
}

/** @returns whether a file is over the page now */
function useDropAnywhere(onChoose: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false);
  const choose = useRef(onChoose);
  useEffect(() => {
    choose.current = onChoose;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file !== undefined) choose.current(file);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
