/** Makes the compiler insist that a `switch` covers every case. */
export function assertNever(value: never): never {
  throw new TypeError(`unexpected case: ${JSON.stringify(value)}`);
}
