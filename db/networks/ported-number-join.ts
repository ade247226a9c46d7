/** The network of a number that is not on its prefix's: what a live lookup said counts before the imported tables. */
export const CURRENT_NETWORK = 'coalesce(live.network_id, moved.network_id)';

/** Keeps of `wanted (phone_number)` the numbers that are on another network than their prefix says: `CURRENT_NETWORK`. */
export const PORTED_NUMBER_JOIN = `
        LEFT JOIN LATERAL (
             SELECT l.network_id
               FROM number_lookups l
              WHERE l.phone_number = wanted.phone_number AND l.fresh_until > (SELECT app_now())
              LIMIT 1) live ON true
        LEFT JOIN LATERAL (
             SELECT n.network_id
               FROM ported_numbers n
              WHERE n.phone_number = wanted.phone_number
              LIMIT 1) moved ON true
       WHERE ${CURRENT_NETWORK} IS NOT NULL`;
