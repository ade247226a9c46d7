import { Context } from '@temporalio/activity';

const HEARTBEAT_MS = 1_000;

/** Runs the work of an activity and sends heartbeats meanwhile, so that Temporal notices a lost worker and can cancel. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const activity = Context.current();
  const beating = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
  try {
    return await work(activity.cancellationSignal);
  } finally {
    clearInterval(beating);
  }
}
