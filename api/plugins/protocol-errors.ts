import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ApiError, apiError } from './api-error.ts';
import { handleError } from './errors.ts';
import { headersOfEveryResponse, newRequestId } from './requests.ts';

/** Answers a path that cannot be decoded, or has a part that is too long for any id: there is nothing there. */
export function answerBadPath(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(headersOfEveryResponse(request.id));
  handleError(apiError('address_unreadable'), request, reply);
}

/** Answers what never became a request: bytes that are not HTTP, headers that are too long or never end. */
export function answerUnreadable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  // A refusal now would be read as the answer to the request before, which may have bought something.
  const underWay = responseUnderWay(socket);
  if (underWay !== null) closeAfter(underWay, socket);
  else refuse(error.code, socket);
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

/** The response to a request that was read to its end on the connection and is not answered yet. */
function responseUnderWay(socket: Socket): ServerResponse | null {
  // Node's own name for it; its default handler looks there as well.
  const response: unknown = Reflect.get(socket, '_httpMessage');
  const underWay = response instanceof ServerResponse && (response.headersSent || response.req.complete);
  return underWay ? response : null;
}

function closeAfter(response: ServerResponse, socket: Socket): void {
  // Else Node closes by itself, or we were here before.
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

/** Requests with an Expect header that Node does not know are served like any other, instead of a bare 417. */
export function serveUnknownExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}
