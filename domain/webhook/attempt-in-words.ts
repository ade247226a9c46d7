/** The result of a webhook attempt: the status of the answer, or what went wrong; empty while it is under way. */
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
