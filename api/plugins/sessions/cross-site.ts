import type { FastifyRequest } from 'fastify';
import { apiError } from '../api-error.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects requests that another website makes a browser send. */
export type RefuseCrossSite = (request: FastifyRequest) => void;

/**
 * A browser adds cookies by itself, so a request that changes something must come from our own pages. Browsers say where a request
 * comes from in Origin and Sec-Fetch-Site, which scripts cannot set. A request with a cookie and without either is rejected too.
 * @param publicUrl where browsers reach the API; null to compare with the Host of the request.
 * @throws ApiError `permission_denied`.
 */
export function createCrossSiteCheck(publicUrl: string | null): RefuseCrossSite {
  const ours = publicUrl === null ? null : new URL(publicUrl).origin;
  return ({ method, headers }) => {
    if (SAFE_METHODS.includes(method)) return;
    const { origin, host, cookie } = headers;
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') throw apiError('cross_site');
    if (origin === undefined) {
      if (cookie !== undefined) throw apiError('cross_site');
      return;
    }
    const isOurs =
      ours === null ? origin === `http://${host}` || origin === `https://${host}` : origin === ours;
    if (!isOurs) throw apiError('cross_site');
  };
}
