import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { DomainError } from '@stoa/errors';
import { domainErrorAnswer, protocolErrors } from '@stoa/http-params';
import type { FastifyRequest } from 'fastify';

/** Answers what is not HTTP, or came too slowly, before there is a request; then the connection ends. */
export function answerBrokenConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
  else endWith(brokenConnectionError(error.code), socket);
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
  endWith(protocolErrors.requestTooSlow(), socket);
}

function endWith(error: DomainError, socket: Socket): void {
  const { status, body } = domainErrorAnswer(error);
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\ncontent-type: application/json\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body.toString()}`,
    );
  }
  socket.destroySoon();
}

function brokenConnectionError(code: string | undefined): DomainError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return protocolErrors.requestTooSlow();
  return code === 'HPE_HEADER_OVERFLOW' ? protocolErrors.headersTooLarge() : protocolErrors.malformedRequest();
}
