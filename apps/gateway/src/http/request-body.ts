import { parse } from 'node:querystring';
import { RawValues, protocolErrors } from '@stoa/http-params';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const MOST_FIELDS = 1_000;
const NO_FIELDS: RawValues = Object.freeze(Object.create(null));

/** Body of a media type that this API does not read. */
const UNSUPPORTED = Symbol('unsupported body');

/**
 * Names to texts of a query string or form; of a repeated name the last text counts.
 * @throws DomainError when there are over 1,000 fields
 */
export function parseFields(text: string): RawValues {
  if (text === '') return NO_FIELDS;
  if (text.length > MOST_FIELDS) assertFewFields(text);
  const parsed = parse(text, '&', '=', { maxKeys: 0 });
  const fields: Record<string, string | undefined> = Object.create(null);
  for (const name in parsed) {
    const value = parsed[name];
    fields[name] = Array.isArray(value) ? value.at(-1) : value;
  }
  return fields;
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
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseFields(body.toString()));
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
