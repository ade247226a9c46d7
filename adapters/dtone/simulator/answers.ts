import type { FastifyReply } from 'fastify';
import type { Rendering } from '../../simulation/answers.ts';
import type { Refusal } from './refusals.ts';
import { errorJson } from './wire.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const UNKNOWN_STATUS = '{"id":990000,"message":"DEFERRED","class":{"id":99,"message":"DEFERRED"}}';
const UNKNOWN_CODE = errorJson(1999999, 'Something new');
const FAULT = errorJson(1009001, 'Unexpected error');
const OVERLOAD = errorJson(1009503, 'Service unavailable');

export function sendJson(reply: FastifyReply, status: number, json: string): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(json);
}

export function sendError(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return sendJson(reply, status, errorJson(code, message));
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retry_after_s !== undefined) reply.header('retry-after', refusal.retry_after_s);
  return sendError(reply, refusal.http_status, refusal.code, refusal.message);
}

/** An answer that is right, and how it goes wrong; only what is sent is built, for this is the hot path. */
export function render(status: number, json: string): Rendering {
  return {
    status,
    type: JSON_TYPE,
    text: json,
    get unknownStatus() {
      return json.replaceAll(/"status":\{.*?\}\}/g, `"status":${UNKNOWN_STATUS}`);
    },
    errorStatus: 400,
    unknownCode: UNKNOWN_CODE,
    fault: FAULT,
    overload: OVERLOAD,
  };
}
