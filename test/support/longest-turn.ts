/**
 * The most processor time that this thread used between two turns of its event loop while `work` ran, in milliseconds.
 * It measures processor time, not elapsed time, because a busy machine may suspend the thread.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let done = false;
  const look = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, (now.user + now.system - before.user - before.system) / 1_000);
    before = now;
    if (!done) setImmediate(look);
  };
  setImmediate(look);
  await work();
  // One more turn, so that the end of `work` is counted.
  await new Promise((resolve) => setImmediate(resolve));
  done = true;
  return longest;
}
