/** Which rows of a campaign are shown, as in the address. */
export interface CampaignSearch {
  /** The state of the rows, such as `invalid`. */
  state?: string;
  /** The code of a problem, such as `invalid_phone_number`. */
  reason?: string;
  /** A phone number, as it was typed. */
  number?: string;
}

/** Reads the filters of an address, and leaves out what is none. */
export function readCampaignSearch({ state, reason, number }: Record<string, unknown>): CampaignSearch {
  return {
    ...(typeof state === 'string' ? { state } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    // The router reads a text of digits as a number.
    ...(typeof number === 'string' || typeof number === 'number' ? { number: String(number) } : {}),
  };
}
