import { isUtf8 } from 'node:buffer';
import { badRequest, unauthorized } from '@stoa/errors';

export interface BasicCredentials {
  /** As sent, without surrounding white space. */
  userName: string;
  apiKey: string;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const MALFORMED_HEADER = 'Invalid authorization header for basic auth';

/**
 * Reads an Authorization header of the Basic scheme.
 * @throws DomainError 401, or 400 for other schemes
 */
export function parseBasicCredentials(header: string): BasicCredentials {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/);
  if (!scheme || !encoded || rest.length > 0) throw unauthorized(MALFORMED_HEADER);
  if (scheme.toLowerCase() !== 'basic') throw badRequest('This endpoint requires HTTP basic authentication.');
  if (!BASE64.test(encoded)) throw unauthorized(MALFORMED_HEADER);
  const decoded = Buffer.from(encoded, 'base64');
  if (!isUtf8(decoded)) throw unauthorized(MALFORMED_HEADER);
  const [userName, apiKey, ...more] = decoded.toString().split(':');
  if (userName === undefined || apiKey === undefined || more.length > 0) throw unauthorized(MALFORMED_HEADER);
  return { userName: userName.trim(), apiKey: apiKey.trim() };
}
