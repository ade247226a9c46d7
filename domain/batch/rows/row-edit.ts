/** What the client changed in a row after the upload, in place of its cells. */
export interface RowEdit {
  readonly phoneNumber?: string;
  /** Never together with data or validity. */
  readonly bundleId?: string;
  readonly dataMb?: number;
  readonly validityHours?: number;
  readonly dropped?: boolean;
}

/** A change of one row. Undefined leaves a value as it is, null goes back to the file. */
export interface RowChange {
  readonly line: number;
  readonly phoneNumber?: string | null | undefined;
  readonly bundleId?: string | null | undefined;
  readonly dataMb?: number | null | undefined;
  readonly validityHours?: number | null | undefined;
  readonly dropped?: boolean | undefined;
}

/** Most rows that one request changes. */
export const CHANGES_MAX = 1_000;

/** The edit of a row after one more change; null if the row is as in the file again. */
export function applyChange(edit: RowEdit | null, change: RowChange): RowEdit | null {
  const { phoneNumber, bundleId, dataMb, validityHours, dropped } = edit ?? {};
  // A bundle takes the place of data and validity, and the reverse.
  const names = change.bundleId != null;
  const describes = change.dataMb != null || change.validityHours != null;
  const after = {
    phoneNumber: pick(change.phoneNumber, phoneNumber),
    bundleId: describes ? undefined : pick(change.bundleId, bundleId),
    dataMb: names ? undefined : pick(change.dataMb, dataMb),
    validityHours: names ? undefined : pick(change.validityHours, validityHours),
    dropped: (change.dropped ?? dropped) === true ? true : undefined,
  };
  const set = Object.entries(after).filter(([, value]) => value !== undefined);
  return set.length === 0 ? null : Object.fromEntries(set);
}

function pick<T>(change: T | null | undefined, before: T | undefined): T | undefined {
  return change === undefined ? before : (change ?? undefined);
}

/** Puts what the client changed in place of the fields of a row. Data and validity are read elsewhere. */
export function withEdit<Fields extends { readonly phoneNumber: string; readonly bundleId: string }>(
  fields: Fields,
  edit: RowEdit | null,
): Fields {
  if (edit === null) return fields;
  const describes = edit.dataMb !== undefined || edit.validityHours !== undefined;
  return {
    ...fields,
    phoneNumber: edit.phoneNumber ?? fields.phoneNumber,
    bundleId: edit.bundleId ?? (describes ? '' : fields.bundleId),
  };
}
