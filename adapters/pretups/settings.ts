import { z } from 'zod';
import { type BoundGateway, Credential, commonSettings, defineProtocol } from '../settings.ts';
import { checkProductCode, createPretupsAdapter, DEFAULT_HOLD_MS } from './adapter.ts';
import { CARRIER_MEANINGS, type CarrierMeaning, STATUSES } from './codes.ts';

const Text = z.string().regex(/^[^\p{Cc}]{0,100}$/u, { error: 'must be up to 100 printable characters' });
const MEANINGS = Object.keys(CARRIER_MEANINGS).filter(
  (name): name is CarrierMeaning => name in CARRIER_MEANINGS,
);

const CarrierCodes = z.record(
  z
    .string()
    .regex(/^\d{1,10}$/, { error: 'must be a code of digits' })
    .refine((code) => !STATUSES.has(code), {
      error: 'has a fixed meaning at every carrier, so leave it out',
    }),
  z.enum(MEANINGS),
);

/** One channel user at one carrier, as the gateways file describes it. */
export const PretupsSettings = z.strictObject({
  protocol: z.literal('pretups'),
  ...commonSettings(DEFAULT_HOLD_MS),
  login: Credential,
  password: Credential,
  gateway_code: Credential,
  gateway_type: Credential.default('EXTGW'),
  service_port: Credential.default('190'),
  source_type: Credential.default('EXTGW'),
  network_code: Credential,
  msisdn: z.string().regex(/^\d{5,15}$/, { error: 'must be the number of the channel user, digits only' }),
  pin: Credential,
  user_login: Text.default(''),
  user_password: Text.default(''),
  external_code: Text.default(''),
  time_zone: z.string().refine(isTimeZone, { error: 'must be a time zone such as Africa/Lagos' }),
  language: Credential.default('0'),
  country_code: z.string().regex(/^[1-9]\d{0,2}$/, { error: 'must be a calling code without +' }),
  number_prefix: z
    .string()
    .regex(/^\d{0,4}$/, { error: 'must be up to four digits' })
    .default(''),
  command: z.enum(['recharge', 'bundle']).default('recharge'),
  carrier_codes: CarrierCodes.default({}),
});

export const pretups = defineProtocol(PretupsSettings, bindPretups);

/** Binds the protocol to one channel user. */
function bindPretups(settings: z.output<typeof PretupsSettings>): BoundGateway {
  return {
    customer: settings.msisdn,
    checkProductCode,
    connect: () =>
      createPretupsAdapter({
        baseUrl: settings.base_url,
        query: {
          LOGIN: settings.login,
          PASSWORD: settings.password,
          REQUEST_GATEWAY_CODE: settings.gateway_code,
          REQUEST_GATEWAY_TYPE: settings.gateway_type,
          SERVICE_PORT: settings.service_port,
          SOURCE_TYPE: settings.source_type,
        },
        user: {
          networkCode: settings.network_code,
          msisdn: settings.msisdn,
          pin: settings.pin,
          loginId: settings.user_login,
          password: settings.user_password,
          externalCode: settings.external_code,
        },
        dialect: {
          timeZone: settings.time_zone,
          language: settings.language,
          countryCode: settings.country_code,
          numberPrefix: settings.number_prefix,
          command: settings.command,
        },
        carrierCodes: new Map(Object.entries(settings.carrier_codes)),
        timeoutMs: settings.timeout_ms,
        holdMs: settings.hold_ms,
      }),
  };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
