/**
 * Workflow code must repeat the commands of histories that older versions wrote. Each change of commands is one named predicate
 * in this file: `submitsInPairs()`, over `patched('submits-in-pairs')`, or over a field of the workflow's input on the path of
 * every purchase, because a field writes no event. Its docstring has the version and date, the change, and when the old branch
 * can be removed. There are none so far: 0.2.0 is the first version that anyone installs.
 */

/** The oldest version whose histories this code replays; recordings start with it (`test/support/workflows/fixtures/`). */
export const OLDEST_REPLAYED = '0.2.0';
