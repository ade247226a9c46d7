const EMAIL = /^[^@\s]+@([^@\s.]+(?:\.[^@\s.]+)+)$/;

/** The domain of an e-mail address, in lower case; null if it is none. */
export function domainOf(email: string): string | null {
  return EMAIL.exec(email.trim().toLowerCase())?.[1] ?? null;
}
