import type { Invitation, Person } from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Badge, type Tone } from '../../ui/parts.tsx';

export function PersonBadge({ status }: { readonly status: Person['status'] }) {
  const { t } = useTexts();
  return <Badge tone={status === 'active' ? 'good' : 'warn'}>{t(`people.status.${status}`)}</Badge>;
}

const TONES: Readonly<Record<Invitation['status'], Tone>> = {
  pending: 'busy',
  accepted: 'good',
  withdrawn: 'quiet',
  expired: 'warn',
};

/** The state of an invitation, and whether its mail was accepted. */
export function InvitationBadge({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useTexts();
  const { status, mail } = invitation;
  return (
    <>
      <Badge tone={TONES[status]}>{t(`people.invitation.${status}`)}</Badge>{' '}
      {status === 'pending' ? (
        <Badge tone={mail === 'not_sent' ? 'bad' : 'quiet'}>{t(`people.mail.${mail}`)}</Badge>
      ) : null}
    </>
  );
}

/** Whether the person has a second factor. */
export function FactorBadge({ has }: { readonly has: boolean }) {
  const { t } = useTexts();
  return <Badge tone={has ? 'good' : 'warn'}>{t(has ? 'people.hasFactor' : 'people.noFactor')}</Badge>;
}
