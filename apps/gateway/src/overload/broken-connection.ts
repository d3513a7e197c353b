import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { DomainError } from '@stoa/errors';
import { API_METHODS, HttpAnswer, domainErrorAnswer, methodNotAllowed, protocolErrors } from '@stoa/http-params';
import type { FastifyRequest } from 'fastify';

/** How long, and how much of it, what a client still sends is read while its connection ends: milliseconds, bytes. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 1_048_576;

/** Answers what is not HTTP, or came too slowly, before there is a request; then the connection ends. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
    endWith(domainErrorAnswer(protocolErrors.requestTooSlow()), socket);
  else {
    write(isUnknownMethod(error) ? methodNotAllowed(API_METHODS) : domainErrorAnswer(parserError(error.code)), socket);
    linger(socket);
  }
}

/** A token in front of a path (RFC 9110, 9.1), looked for where the request line has to be. */
const REQUEST_LINE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64} \/[^\s]* HTTP\/1\.[01]\r?\n/;
const LONGEST_REQUEST_LINE = 8_192;

/** A request that would be one with another method: the parser knows those of the registry alone. */
function isUnknownMethod(error: NodeJS.ErrnoException): boolean {
  if (error.code !== 'HPE_INVALID_METHOD') return false;
  // The piece of the stream in which the parser gave up.
  const piece: unknown = Reflect.get(error, 'rawPacket');
  return Buffer.isBuffer(piece) && REQUEST_LINE.test(piece.toString('latin1', 0, LONGEST_REQUEST_LINE));
}

/**
 * Whether it is open to which host a request goes: with two `Host` lines a proxy in front may go by the other one (RFC 9112
 * 3.2), and before HTTP/1.0 there was none.
 */
export function isOfUnclearHost({ rawHeaders, httpVersionMajor }: FastifyRequest['raw']): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (isHost(rawHeaders[at])) hosts++;
  return hosts > 1 || httpVersionMajor < 1;
}

function isHost(name = ''): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

/** Answers a request whose body comes too slowly; then the connection ends. */
export function answerSlowRequest(socket: Socket): void {
  endWith(domainErrorAnswer(protocolErrors.requestTooSlow()), socket);
}

function endWith(answer: HttpAnswer, socket: Socket): void {
  write(answer, socket);
  socket.destroySoon();
}

function write({ status, headers, body }: HttpAnswer, socket: Socket): void {
  if (!socket.writable) return;
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n${more.join('')}` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body.toString()}`,
  );
}

/**
 * Ends a connection whose client may still be sending: closed with bytes that nobody has read it would be reset, and the
 * client would never see its answer.
 */
function linger(socket: Socket): void {
  let left = LINGER_BYTES;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
  // The parser has given up, and would say so again of each further piece.
  socket.removeAllListeners('data');
  socket.on('data', (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) socket.destroy();
  });
  socket.end();
}

function parserError(code: string | undefined): DomainError {
  return code === 'HPE_HEADER_OVERFLOW' ? protocolErrors.headersTooLarge() : protocolErrors.malformedRequest();
}
