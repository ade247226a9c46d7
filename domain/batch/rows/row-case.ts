/** One reason for which a row is invalid, was refused in its turn, or was not bought. docs/errors.md lists them. */
export interface RowCase {
  readonly code: string;
  /** Completes "A row gets this when …". */
  readonly when: string;
  /** For the uploader. `{name}` stands for a value of the row. */
  readonly message: string;
}
