import { z } from 'zod';

/** The name of a route, as in GATEWAYS_FILE. */
export const ROUTE_NAME = /^[a-z][a-z0-9_]{0,30}$/;

/** Columns that several CSV files have. */
export const NETWORK_ID = z
  .string()
  .regex(/^net_[a-z0-9_]{1,40}$/, 'must be net_ and lower-case letters, digits or _');
export const BUNDLE_ID = z
  .string()
  .regex(/^bnd_[a-z0-9_]{1,60}$/, 'must be bnd_ and lower-case letters, digits or _');
export const ROUTE = z.string().regex(ROUTE_NAME, 'must be lower-case letters, digits or _');
export const COST = z.string().regex(/^\d{1,9}(\.\d{1,6})?$/, 'must be a number such as 1.25');
export const CURRENCY = z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters such as USD');
