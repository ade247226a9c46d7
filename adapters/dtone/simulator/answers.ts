import type { FastifyReply } from 'fastify';
import type { Answer, RefusedWith } from './behaviours.ts';
import { errorJson } from './wire.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const HTML =
  '<!doctype html><html><head><title>Service notice</title></head><body><h1>Please wait</h1></body></html>';
const HUGE_BYTES = 1024 * 1024;

export function sendJson(reply: FastifyReply, status: number, json: string): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(json);
}

export function sendError(reply: FastifyReply, status: number, code: number, message: string): FastifyReply {
  return sendJson(reply, status, errorJson(code, message));
}

export function sendRefusal(reply: FastifyReply, refusal: RefusedWith): FastifyReply {
  if (refusal.retryAfterSeconds !== null) reply.header('retry-after', refusal.retryAfterSeconds);
  return sendError(reply, refusal.httpStatus, refusal.code, refusal.message);
}

/** Answers as the behaviour says; `json` is the right answer, which a broken one spoils or withholds. */
export function sendAnswer(reply: FastifyReply, answer: Answer, status: number, json: string): FastifyReply {
  switch (answer) {
    case 'normal':
      return sendJson(reply, status, json);
    case 'reset':
      reply.raw.socket?.resetAndDestroy();
      return reply.hijack();
    case 'silent':
      return reply.hijack();
    case 'html':
      return reply.code(200).header('content-type', 'text/html').send(HTML);
    case 'empty':
      return reply.code(status).header('content-type', JSON_TYPE).send('');
    case 'truncated':
      return sendJson(reply, status, json.slice(0, json.length / 2));
    case 'cut_off':
      return sendHalf(reply, status, json);
    case 'huge':
      return sendJson(reply, status, `{"padding":"${'x'.repeat(HUGE_BYTES)}"}`);
    case 'unknown_status':
      return sendJson(reply, status, json.replaceAll(/"status":\{.*?\}\}/g, `"status":${UNKNOWN_STATUS}`));
    case 'unknown_code':
      return sendError(reply, 400, 1999999, 'Something new');
    case 'http_500':
      return sendError(reply, 500, 1009001, 'Unexpected error');
    case 'http_503':
      return sendError(reply, 503, 1009503, 'Service unavailable');
  }
}

const UNKNOWN_STATUS = '{"id":990000,"message":"DEFERRED","class":{"id":99,"message":"DEFERRED"}}';

/** The head promises a whole body, and the connection ends in the middle of it. */
function sendHalf(reply: FastifyReply, status: number, json: string): FastifyReply {
  const { socket } = reply.raw;
  reply.hijack();
  const head = `HTTP/1.1 ${status} Created\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${json.length}\r\n\r\n`;
  socket?.write(head + json.slice(0, json.length / 2), () => socket.destroy());
  return reply;
}
