import { Autocomplete, Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { useTexts } from '../app/i18n.tsx';
import { Overlay } from '../ui/dialog.tsx';
import { Field } from '../ui/inputs.tsx';
import type { Command } from './commands.ts';

/** The field of the palette, and under it what was found, by section. */
export function PaletteDialog({
  hint,
  typed,
  onType,
  commands,
  onClose,
}: {
  readonly hint: string;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** In the order in which they are shown. */
  readonly commands: readonly Command[];
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const sections = [...new Set(commands.map(({ section }) => section))];
  const run = (id: string) => {
    onClose();
    commands.find((command) => command.id === id)?.run();
  };
  return (
    <Overlay title={t('palette.title')} isOpen onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={onType}>
        <Field label={t('palette.field')} hint={hint} autoFocus maxLength={100} />
        <Menu
          className="commands"
          aria-label={t('palette.title')}
          onAction={(id) => run(String(id))}
          renderEmptyState={() => t('palette.none')}
        >
          {sections.map((section) => (
            <MenuSection key={section} id={section}>
              <Header className="menu-title">{t(`palette.${section}`)}</Header>
              {commands
                .filter((command) => command.section === section)
                .map(({ id, text }) => (
                  <MenuItem key={id} id={id} textValue={text}>
                    {text}
                  </MenuItem>
                ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Overlay>
  );
}
