import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from './api-error.ts';
import { handleError } from './errors.ts';
import { headersOfEveryResponse, newRequestId } from './requests.ts';
import type { Unanswered } from './unanswered.ts';

/** Answers 404 to a path that cannot be decoded, or has a part that is too long for any id. */
export function answerBadPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headersOfEveryResponse(request.id));
  handleError(apiError('address_unreadable'), request, reply);
}

/** Creates what answers bytes that are not a request: not HTTP, or headers that are too long or never end. */
export function answerUnreadable(unanswered: Pick<Unanswered, 'of'>) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    // A rejection now would be read as the answer to a previous request, which may have bought something.
    const underWay = [...unanswered.of(socket)].findLast(isUnderWay);
    if (underWay !== undefined) closeAfter(underWay, socket);
    else refuse(error.code, socket);
  };
}

/** Whether the request of a response was read completely, or its answer has begun. */
function isUnderWay({ headersSent, req }: ServerResponse): boolean {
  return headersSent || req.complete;
}

function refuse(code: string | undefined, socket: Socket): void {
  const requestId = newRequestId();
  const refusal = unreadable(code);
  const body = JSON.stringify(refusal.toBody(requestId));
  const headers = {
    ...headersOfEveryResponse(requestId),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
  socket.destroySoon();
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  // Otherwise Node closes the connection, or this function already does.
  if (!response.shouldKeepAlive) return;
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
}

function unreadable(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return apiError('headers_too_slow');
    case 'HPE_HEADER_OVERFLOW':
      return apiError('headers_too_long');
    default:
      return apiError('not_http');
  }
}

/** Serves requests with an unknown Expect header like any other. Node would answer 417 without a body. */
export function serveUnknownExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}
