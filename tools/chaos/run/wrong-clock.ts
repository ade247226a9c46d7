/**
 * Loaded before a program: its wall clock jumps by `ms` of this module's address a little later. Timers continue as before, as after a
 * step of a real clock, because they follow the monotonic clock. A library that is preloaded would also move the clock of native code,
 * but it would have to be installed on each machine.
 */
const JUMP_MS = Number(new URL(import.meta.url).searchParams.get('ms'));
const AFTER_MS = 2_000;

const RealDate = Date;
const now = () => RealDate.now() + (performance.now() < AFTER_MS ? 0 : JUMP_MS);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
