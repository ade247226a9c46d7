import { z } from 'zod';
import type { NetworkConfig } from '../../db/networks/config.ts';

const Seconds = z.number().positive().max(86_400);

const Bundle = z.strictObject({
  id: z.string().regex(/^bnd_[a-z0-9_]{1,60}$/, { error: 'must be bnd_ and small letters, digits or _' }),
  name: z.string().min(1).max(200),
  data_mb: z.int().min(1),
  validity_hours: z.int().min(1),
  product_code: z.string().min(1).max(100),
});

/** A network as a file describes it; its gateway and credentials are in GATEWAYS_FILE. */
const NetworkFile = z
  .strictObject({
    id: z.string().regex(/^net_[a-z0-9_]{1,40}$/, { error: 'must be net_ and small letters, digits or _' }),
    name: z.string().min(1).max(200),
    country: z.string().regex(/^[A-Z]{2}$/, { error: 'must be two capital letters, such as NG' }),
    prefixes: z.array(z.string().regex(/^\+[1-9][0-9]{1,13}$/, { error: 'must be like +234803' })).min(1),
    mcc_mnc: z.array(z.string().regex(/^[0-9]{5,6}$/, { error: 'must be 5 or 6 digits' })).default([]),
    resolve_within_seconds: Seconds.min(5).default(900),
    gateway_timeout_ms: z.int().min(100).max(180_000).default(10_000),
    submit_mode: z.enum(['local', 'regular']).default('local'),
    inquiry_delays_seconds: z.array(Seconds).min(1).default([3, 7, 15, 30, 60, 120]),
    number_spacing_seconds: z.number().min(0).max(3_600).default(0),
    rate_per_second: z.number().positive().max(10_000),
    in_flight_max: z.int().min(1).max(100_000),
    bundles: z.array(Bundle).min(1),
  })
  .transform(
    (file): NetworkConfig => ({
      id: file.id,
      name: file.name,
      country: file.country,
      prefixes: file.prefixes,
      mccMnc: file.mcc_mnc,
      resolveWithinMs: Math.round(file.resolve_within_seconds * 1_000),
      gatewayTimeoutMs: file.gateway_timeout_ms,
      submitMode: file.submit_mode,
      inquiryDelaysMs: file.inquiry_delays_seconds.map((seconds) => Math.round(seconds * 1_000)),
      numberSpacingMs: Math.round(file.number_spacing_seconds * 1_000),
      ratePerSecond: file.rate_per_second,
      inFlightMax: file.in_flight_max,
      bundles: file.bundles.map((bundle) => ({
        id: bundle.id,
        name: bundle.name,
        dataMb: bundle.data_mb,
        validityHours: bundle.validity_hours,
        productCode: bundle.product_code,
      })),
    }),
  );

/** The file is unusable; the message says where and why. */
export class NetworkFileError extends Error {
  override readonly name = 'NetworkFileError';
}

/** Reads the text of a network's file. @throws NetworkFileError */
export function parseNetworkFile(text: string): NetworkConfig {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new NetworkFileError('It is not JSON: check its quotes, commas and brackets.');
  }
  const file = NetworkFile.safeParse(json);
  if (file.success) return file.data;
  const problems = file.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`,
  );
  throw new NetworkFileError(`Correct these places:\n${problems.join('\n')}`);
}
