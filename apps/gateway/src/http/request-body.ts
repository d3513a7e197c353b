import type { IncomingMessage } from 'node:http';
import { RawValues, protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LARGEST_STRANGER_BODY_BYTES } from '../overload/body-budget';
import { parseFields } from './form-fields';
import { UnreadForm, firstOf } from './unread-form';

const NO_FIELDS: RawValues = Object.freeze(Object.create(null));

const FORM = 'application/x-www-form-urlencoded';

/** Body of a media type that this API does not read. */
const UNSUPPORTED = Symbol('unsupported body');

/** Replaces Fastify's body parsers: forms are read, other types are kept for a 415 that comes after 404, 405 and 401. */
export function installBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  // Bytes, which cost nothing yet: whether they are worth the work is known when the caller is.
  fastify.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : UNSUPPORTED);
  });
}

/**
 * The same in a scope whose handlers read large bodies themselves, with {@link readLargeForm}, once they know the caller.
 * @param limit of all bodies, in bytes
 */
export function installPatientBodyParsers(scope: FastifyInstance, limit: number): void {
  scope.removeContentTypeParser([FORM, '*']);
  scope.addContentTypeParser(FORM, (request: FastifyRequest, stream: IncomingMessage) =>
    firstOf(request, stream, { limit, isForm: true }),
  );
  scope.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
    const body = await firstOf(request, stream, { limit, isForm: false });
    if (body instanceof UnreadForm) return body;
    return body.length === 0 ? undefined : UNSUPPORTED;
  });
}

/**
 * Reads what was left unread, in place of it.
 * @throws DomainError 415 for bodies of other types, 413 when more comes than may
 */
export async function readLargeForm(request: FastifyRequest): Promise<void> {
  if (request.body instanceof UnreadForm) request.body = await request.body.read();
}

/** Whether so much comes that only a caller who is known and counted has it read. */
export function isForKnownCallers({ body, headers }: FastifyRequest, isMultipart: boolean): boolean {
  if (body instanceof UnreadForm) return true;
  return isMultipart && !(Number(headers['content-length'] ?? NaN) <= LARGEST_STRANGER_BODY_BYTES);
}

/**
 * What the request counts for in its sender's rate, in requests: one, and another for each 64 KiB of a body that is yet to be
 * read. Bodies with files cost no more, as they are read in pieces.
 */
export function costOfBody({ body }: Pick<FastifyRequest, 'body'>): number {
  if (!(body instanceof UnreadForm || Buffer.isBuffer(body))) return 1;
  const bytes = body instanceof UnreadForm ? body.bytes : body.length;
  return 1 + Math.floor(bytes / LARGEST_STRANGER_BODY_BYTES);
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
