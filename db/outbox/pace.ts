/** What the row `q` of network_queues lets through: the sum of its gateways where the network has several. */
export const LIMITS = {
  inFlightMax: 'coalesce(q.routes_in_flight_max, q.in_flight_max)',
  ratePerSecond: 'coalesce(q.routes_rate_per_second, q.rate_per_second)',
} as const;

/**
 * The pace that the row `q` of network_queues has now, as `rate` per second and `burst`. A live network that is tried after an
 * outage gets a few purchases per second, until it has shown that it works.
 */
export const PACE = `
  SELECT CASE WHEN tried.it THEN least(q.rate_per_second, 5) ELSE q.rate_per_second END AS rate,
         CASE WHEN tried.it THEN least(q.burst, 5) ELSE q.burst END AS burst
    FROM (SELECT EXISTS (SELECT FROM network_health h
                          WHERE h.network_id = q.network_id AND q.livemode AND h.phase = 'half_open'
                            AND h.override_status IS NULL) AS it) tried`;
