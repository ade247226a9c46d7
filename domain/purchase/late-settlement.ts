import { assertNever } from '../assert-never.ts';

/** How the list of late confirmations shows one that the network reversed before anyone had decided. */
export const TAKEN_BACK = 'taken back by the network';

/** Whether the network reversed a late delivery; `refund_due` if the client was charged for it, and no one has decided on the refund. */
export type TakenBack = 'no' | 'yes' | 'refund_due';

/** How a late delivery ended, about which a person or the network has decided. */
export function settledSentence(resolution: string, takenBack: TakenBack): string {
  const decided = decisionSentence(resolution);
  switch (takenBack) {
    case 'no':
      return decided;
    case 'yes':
      return `${decided} The network has reversed the delivery.`;
    case 'refund_due':
      return `${decided} The network has reversed the delivery since, so the client must get a refund.`;
    default:
      return assertNever(takenBack);
  }
}

function decisionSentence(resolution: string): string {
  const arrived = 'The bundle was delivered after the purchase had failed';
  switch (resolution) {
    case 'charged_by_agreement':
      return `${arrived}. The client agreed to pay for it, and its price was charged as an adjustment.`;
    case 'settled_with_network':
      return `${arrived}. The client was not charged. The cost was settled with the network.`;
    case 'written_off':
      return `${arrived}. The client was not charged. The cost was written off.`;
    case TAKEN_BACK:
      return `${arrived}. The client was not charged.`;
    default:
      return `${arrived}. The client was not charged. How it ended: ${resolution}.`;
  }
}
