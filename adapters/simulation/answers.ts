import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { Answer } from './behaviour.ts';

const HTML =
  '<!doctype html><html><head><title>Service notice</title></head><body><h1>Please wait</h1></body></html>';
const HUGE_BYTES = 1024 * 1024;

/** The right answer, and the gateway's forms of wrong ones. */
export interface Rendering {
  /** Of the right answer; default 200. */
  readonly status?: number;
  readonly type: string;
  readonly text: string;
  /** The same answer with an undocumented status. */
  readonly unknownStatus: string;
  /** An answer with an undocumented code. */
  readonly unknownCode: string;
  /** The HTTP status of an undocumented code; 200 by default. */
  readonly errorStatus?: number;
  /** The gateway's answer for an internal error. */
  readonly fault: string;
  /** The gateway's answer for overload. Without it, the HTML page of a proxy. */
  readonly overload?: string;
}

/** Answers according to the behaviour: correctly, wrongly, or not at all. */
export function sendAnswer(reply: FastifyReply, answer: Answer, rendering: Rendering): FastifyReply {
  const { status = 200, errorStatus = 200, type, text } = rendering;
  switch (answer) {
    case 'normal':
      return send(reply, status, type, text);
    case 'reset':
      reply.raw.socket?.resetAndDestroy();
      return reply.hijack();
    case 'silent':
      return reply.hijack();
    case 'html':
      return send(reply, 200, 'text/html', HTML);
    case 'empty':
      return send(reply, status, type, '');
    case 'truncated':
      return send(reply, status, type, text.slice(0, text.length / 2));
    case 'cut_off':
      return sendHalf(reply, status, type, text);
    case 'huge':
      return send(reply, status, type, text.padEnd(HUGE_BYTES));
    case 'unknown_status':
      return send(reply, status, type, rendering.unknownStatus);
    case 'unknown_code':
      return send(reply, errorStatus, type, rendering.unknownCode);
    case 'http_500':
      return send(reply, 500, type, rendering.fault);
    case 'http_503':
      if (rendering.overload === undefined) return send(reply, 503, 'text/html', HTML);
      return send(reply, 503, type, rendering.overload);
  }
}

function send(reply: FastifyReply, status: number, type: string, text: string): FastifyReply {
  return reply.code(status).header('content-type', type).send(text);
}

/** The head promises a whole body, and the connection ends in the middle of it. */
function sendHalf(reply: FastifyReply, status: number, type: string, text: string): FastifyReply {
  const { socket } = reply.raw;
  reply.hijack();
  const length = Buffer.byteLength(text);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
  socket?.write(head + text.slice(0, text.length / 2), () => socket.destroy());
  return reply;
}
