/** Why an attempt failed. */
export type SendError =
  | 'http_status'
  | 'timeout'
  | 'address_refused'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'connection_lost';

/** The address as written, or every address that the receiver's name resolves to, is one we never connect to. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
}

const TLS = /^ERR_TLS|^ERR_SSL|CERT|UNABLE_TO_VERIFY|^EPROTO$/;
const DNS = new Set(['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'EBADRESP']);
const CONNECT = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT']);

/** Classifies an error of the lookup, the connection or the exchange. */
export function errorClass(error: unknown): SendError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ADDRESS_REFUSED') return 'address_refused';
  if (DNS.has(code)) return 'dns';
  if (TLS.test(code)) return 'tls';
  if (CONNECT.has(code) || code === 'UND_ERR_CONNECT_TIMEOUT') return 'connect';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') return 'timeout';
  return 'connection_lost';
}
