import { RawValues, protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGEST_STRANGER_BODY_BYTES } from '../overload/body-budget';
import { parseFields } from './form-fields';

const NO_FIELDS: RawValues = Object.freeze(Object.create(null));

/** Body of a media type that this API does not read. */
const UNSUPPORTED = Symbol('unsupported body');

/** Replaces Fastify's body parsers: forms are read, other types are kept for a 415 that comes after 404, 405 and 401. */
export function installBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // Bytes, which cost nothing yet: whether they are worth the work is known when the caller is.
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : UNSUPPORTED);
  });
}

/** Whether so much comes that only a caller who is known and counted has it read. */
export function isForKnownCallers({ body, headers }: FastifyRequest, isMultipart: boolean): boolean {
  if (Buffer.isBuffer(body)) return body.length > LARGEST_STRANGER_BODY_BYTES;
  return isMultipart && !(Number(headers['content-length'] ?? NaN) <= LARGEST_STRANGER_BODY_BYTES);
}

/**
 * What the request counts for in its sender's rate, in requests: one, and another for each 64 KiB of a body that is yet to be
 * read. Bodies with files cost no more, as they are read in pieces.
 */
export function costOfBody({ body }: Pick<FastifyRequest, 'body'>): number {
  return Buffer.isBuffer(body) ? 1 + Math.floor(body.length / LARGEST_STRANGER_BODY_BYTES) : 1;
}

/** Whether the body is a form that is not multipart, read or not. */
export function hasForm({ body }: FastifyRequest): boolean {
  return typeof body === 'object' && body !== null;
}

/**
 * Fields of a form body that is not multipart; they take the place of its bytes.
 * @throws DomainError 415 for bodies of other types, 400 for a form that cannot be read
 */
export function formFields(request: FastifyRequest): RawValues {
  const { body } = request;
  if (body === UNSUPPORTED) throw protocolErrors.unsupportedMediaType();
  if (Buffer.isBuffer(body)) request.body = parseFields(body);
  return isFields(request.body) ? request.body : NO_FIELDS;
}

function isFields(body: unknown): body is RawValues {
  return typeof body === 'object' && body !== null;
}
