import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../app/i18n.tsx';
import { useAccount } from '../app/session.tsx';
import { isRequestId } from '../developers/requests/search.ts';
import { readWish } from '../purchases/search.ts';
import type { Command } from './commands.ts';

/** What can be looked for with the text that was typed, as far as the person may see it: first a request with this id, then purchases. */
export function useSearches(typed: string): readonly Command[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const { rights } = useAccount();
  const text = typed.trim();
  const searches: Command[] = [];
  if (isRequestId(text) && rights.includes('requests:read'))
    searches.push({
      id: 'search requests',
      section: 'search',
      text: t('palette.openRequest', { id: text }),
      run: () => void navigate({ to: '/developers/requests/$requestId', params: { requestId: text } }),
    });
  const wish = readWish(text);
  if (wish.kind !== 'nothing' && rights.includes('purchases:read'))
    searches.push({
      id: 'search purchases',
      section: 'search',
      text: t('palette.searchFor', { text }),
      run: () =>
        void (wish.kind === 'purchase'
          ? navigate({ to: '/purchases/$purchaseId', params: { purchaseId: wish.id } })
          : navigate({ to: '/purchases', search: { q: text } })),
    });
  return searches;
}
