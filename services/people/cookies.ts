/**
 * Values of Set-Cookie in an answer of the library; null if it refused.
 * @throws when the library failed.
 */
export function cookiesOf(answer: Response): readonly string[] | null {
  if (answer.status >= 500) throw new Error(`the library for sign-in failed with ${answer.status}`);
  return answer.ok ? answer.headers.getSetCookie() : null;
}

/** The header with which a browser sends these cookies back. */
export function toRequestCookies(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';')[0] ?? '').join('; ');
}
