/** What a webhook attempt got back: the status when the endpoint answered, else what went wrong; empty while it is under way. */
export function attemptInWords({
  httpStatus,
  error,
}: {
  readonly httpStatus: number | null;
  readonly error: string | null;
}): string {
  if (error !== null && error !== 'http_status') return error;
  return httpStatus === null ? '' : `HTTP ${httpStatus}`;
}
