/** How pg and its pool word that no connection came in time. They have no code for it. */
const WORDED = /^timeout exceeded when trying to connect$|^Connection terminated due to connection timeout$/;

/** Whether an error, or one that caused it, is that PostgreSQL gave no connection in time: nothing was sent to it. */
export function isConnectTimeout(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) if (WORDED.test(each.message)) return true;
  return false;
}
