import { useTexts } from '../app/i18n.tsx';
import type { ApiWording } from '../campaigns/api-texts.ts';
import type { StaffBatch, StaffNetwork, StaffSearch, StaffTrace } from './types.ts';

/** What the API says to the staff with a code and an English sentence, in the language of the person. */
export function useStaffTexts() {
  const { wordingOf } = useTexts();
  return {
    /** Why a campaign is paused; null if it is not. */
    pause: ({
      pause_code: code,
      pause_message: message,
    }: Pick<StaffBatch, 'pause_code' | 'pause_message'>) =>
      code === null ? null : wordingOf('pause', { code, message: message ?? code }),
    /** Why a network is not operational; null if it is. What a staff member wrote stays as it is. */
    network: ({
      cause: code,
      status,
      status_message: message,
    }: Pick<StaffNetwork, 'cause' | 'status' | 'status_message'>) =>
      message === null ? null : wordingOf('network', { code, message }, { status }),
    /** Why a purchase is in its state. The facts are beside it. */
    cause: ({ cause, sentence }: Pick<StaffTrace, 'cause' | 'sentence'>, status: string) =>
      wordingOf('cause', { code: cause, message: sentence }, { status }),
    /** Why a row has bought nothing. What was wrong with it is only in the sentence of the API. */
    unbought: ({ batch_id: batch, line, cause, sentence }: StaffSearch['rows'][number]): ApiWording => {
      const text = wordingOf('unbought', { code: cause, message: sentence }, { batch, line });
      return { text, messages: cause === 'final' && text !== sentence ? [sentence] : [] };
    },
  };
}
