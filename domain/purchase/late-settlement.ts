/** How a late delivery ended, about which a person or the network has decided. */
export function settledSentence(resolution: string): string {
  const arrived = 'The bundle was delivered after the purchase had failed';
  switch (resolution) {
    case 'charged_by_agreement':
      return `${arrived}. The client agreed to pay for it, and its price was charged as an adjustment.`;
    case 'settled_with_network':
      return `${arrived}. The client was not charged. The cost was settled with the network.`;
    case 'written_off':
      return `${arrived}. The client was not charged. The cost was written off.`;
    default:
      return `${arrived}. The client was not charged. How it ended: ${resolution}.`;
  }
}
