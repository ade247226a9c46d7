/** How a person proved who they are, apart from a second factor. */
export type SignInWay = 'password' | 'link' | 'passkey' | 'provider' | 'invitation' | 'recovery';

/** A person who signed in so has shown that they are there and not only that they know the former password. */
const REPLACING: ReadonlySet<SignInWay> = new Set<SignInWay>(['link', 'passkey', 'recovery']);

/** Whether a person may set a new password without the former one: soon after a sign-in that does not use it. */
export function mayReplacePassword(way: SignInWay | null, isFresh: boolean): boolean {
  return way !== null && isFresh && REPLACING.has(way);
}

/** What a browser calls itself, without its versions, so that an update is no new browser. */
export function browserKind(userAgent: string): string {
  return userAgent.replace(/[\d._]+/g, '');
}
