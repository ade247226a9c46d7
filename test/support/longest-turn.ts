/**
 * The most processor time that this thread used between two turns of its event loop while `work` ran, in milliseconds.
 * Processor time and not the clock: a busy machine takes the thread away for as long as it likes.
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
  // A last turn, in which the work's own end is counted.
  await new Promise((resolve) => setImmediate(resolve));
  done = true;
  return longest;
}
