/**
 * The mailbox that an e-mail address reaches, in lower case and without a tag (RFC 5233: `ada+2@acme.example` reaches `ada@acme.example`).
 * Two people with one mailbox are taken for the same one where two are needed.
 */
export function mailboxOf(email: string): string {
  const [, local = '', domain = ''] = /^([^+@]+)(?:\+[^@]*)?(@.+)$/.exec(email.trim().toLowerCase()) ?? [];
  return local === '' ? email.trim().toLowerCase() : `${local}${domain}`;
}
