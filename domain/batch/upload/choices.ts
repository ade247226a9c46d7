import type { BatchOptions, FileReading } from '../batch.ts';

/** What an upload chooses and nothing changes later. */
export interface UploadChoices {
  readonly options: Pick<BatchOptions, 'start' | 'onInvalid' | 'onInsufficientBalance' | 'duplicates'>;
  /** Null in batches of earlier versions: then it is not compared. */
  readonly reading: FileReading | null;
}

/**
 * The parameters by which a second upload of a file differs from the first. `not_before` and `send_between` can be changed
 * after an upload, so they are not compared. Nor is `repair` after `propose`: its corrections are decided later.
 */
export function differingChoices(first: UploadChoices, second: UploadChoices): readonly string[] {
  const [before, now] = [toParameters(first), toParameters(second)];
  return Object.keys(before).filter((name) => {
    const [old, wanted] = [before[name], now[name]];
    return old !== undefined && wanted !== undefined && old !== wanted && !isLeftOpen(name, old);
  });
}

function isLeftOpen(name: string, first: unknown): boolean {
  return name === 'repair' && first === 'propose';
}

/** By the names that they have in the API; undefined where it is not known. */
function toParameters({ options, reading }: UploadChoices): Readonly<Record<string, unknown>> {
  return {
    start: options.start,
    on_invalid: options.onInvalid,
    on_insufficient_balance: options.onInsufficientBalance,
    duplicate_window_hours: options.duplicates.windowHours,
    on_duplicate: options.duplicates.on,
    repair: reading?.repair,
    default_country: reading?.defaultCountry,
    data_mb: reading?.dataMb,
    validity_hours: reading?.validityHours,
  };
}
