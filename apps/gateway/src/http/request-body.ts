import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import { RawValues, protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const MOST_FIELDS = 1_000;
const REPLACEMENT = '\uFFFD';
const NO_FIELDS: RawValues = Object.freeze(Object.create(null));

/** Body of a media type that this API does not read. */
const UNSUPPORTED = Symbol('unsupported body');

/**
 * Names to texts of a query string or form; of a repeated name the last text counts.
 * @throws DomainError when there are over 1,000 fields, or a text that is no UTF-8
 */
export function parseFields(text: string): RawValues {
  if (text === '') return NO_FIELDS;
  if (text.length > MOST_FIELDS) assertFewFields(text);
  const parsed = parse(text, '&', '=', { maxKeys: 0 });
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const name in parsed) {
    const value = parsed[name];
    const last = Array.isArray(value) ? value.at(-1) : value;
    if (last?.includes(REPLACEMENT)) assertDecodable(text);
    fields[name] = last;
  }
  return fields;
}

/** Bytes that are no UTF-8 were decoded to replacement characters; a client may also have meant one. */
function assertDecodable(text: string): void {
  for (const part of text.split('&')) {
    try {
      decodeURIComponent(part);
    } catch {
      throw protocolErrors.malformedBody('a text is not valid UTF-8');
    }
  }
}

function assertFewFields(text: string): void {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count > MOST_FIELDS) throw protocolErrors.malformedBody(`more than ${MOST_FIELDS} fields`);
  }
}

/** Replaces Fastify's body parsers: forms are read, other types are kept for a 415 that comes after 404, 405 and 401. */
export function installBodyParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const bytes = Buffer.from(body);
      if (!isUtf8(bytes)) throw protocolErrors.malformedBody('it is not valid UTF-8');
      done(null, parseFields(bytes.toString()));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable form'));
    }
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body.length === 0 ? undefined : UNSUPPORTED);
  });
}

/**
 * Fields of a form body that is not multipart.
 * @throws DomainError 415 for bodies of other types
 */
export function formFields(request: FastifyRequest): RawValues {
  const { body } = request;
  if (body === UNSUPPORTED) throw protocolErrors.unsupportedMediaType();
  return isFields(body) ? body : NO_FIELDS;
}

function isFields(body: unknown): body is RawValues {
  return typeof body === 'object' && body !== null;
}
