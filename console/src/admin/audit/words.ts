import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { messages } from '../../locales/en.ts';

function isTextKey(text: string): text is TextKey {
  return Object.hasOwn(messages, text);
}

/** Words for actions and for the fields of their entries. What this version does not know stays as the API has it. */
export function useAuditWords() {
  const { t } = useTexts();
  const find = (key: string, otherwise: string) => (isTextKey(key) ? t(key) : otherwise);
  return {
    action: (code: string) => find(`action.${code}`, code),
    /** @param name such as `caps.day`: a field of fields is named after its last part */
    field: (name: string) => find(`auditField.${name.slice(name.lastIndexOf('.') + 1)}`, name),
  };
}
