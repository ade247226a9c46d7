import type { ApprovalActor } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { useSignedIn } from '../app/session.tsx';

/** Who acted: you, a name, or an id where there is no name. */
export function ActorName({ actor: { id, name } }: { readonly actor: ApprovalActor }) {
  const { t } = useTexts();
  const { person } = useSignedIn();
  if (id === person.id) return t('approvals.you');
  return name ?? <code>{id}</code>;
}
