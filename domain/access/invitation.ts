import type { InvitationId } from '../ids.ts';

/** How long an invitation can be accepted. */
export const INVITATION_HOURS = 24;

export type InvitationStatus = 'pending' | 'accepted' | 'withdrawn' | 'expired';

/** An invitation to join an organisation, as the organisation sees it. */
export interface Invitation {
  readonly id: InvitationId;
  /** In lower case. */
  readonly email: string;
  readonly role: string;
  readonly status: InvitationStatus;
  /** Whether the mail with the link was accepted by the mail server. */
  readonly mail: 'waiting' | 'sent' | 'not_sent';
  readonly invitedBy: { readonly kind: 'key' | 'person'; readonly id: string };
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}
