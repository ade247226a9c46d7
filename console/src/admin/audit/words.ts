import { useKnownText } from '../../app/known-text.ts';

/** Words for actions and for the fields of their entries. What this version does not know stays as the API has it. */
export function useAuditWords() {
  const find = useKnownText();
  return {
    action: (code: string) => find(`action.${code}`, code),
    /** @param name such as `caps.day`: a field of fields is named after its last part */
    field: (name: string) => find(`auditField.${name.slice(name.lastIndexOf('.') + 1)}`, name),
  };
}
